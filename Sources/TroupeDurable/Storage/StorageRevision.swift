/// A unique identifier of a save.
///
/// Revisions contain no information about the order of saves.
public struct StorageRevision: Hashable, Sendable, CustomStringConvertible {
  // The revision consists of two numbers instead of a `UInt128` because of a compiler bug. If a parameter of
  // an async requirement of `Storage` is aligned to 16 bytes, Swift 6.3 passes the parameters incorrectly, so
  // a storage that is a struct with a single reference crashes.
  let high: UInt64
  let low: UInt64

  /// Creates a revision of 128 random bits.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Creates a revision of 128 bits from a generator, such as a seeded generator in tests.
  ///
  /// - Parameter generator: The generator of the bits.
  public init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  /// Creates a revision from its description.
  ///
  /// - Parameter description: A text of 32 hexadecimal digits. The result is nil for any other text.
  public init?(_ description: String) {
    // The integer initializer would also accept a sign.
    guard description.utf8.count == 32, description.count == 32, description.allSatisfy(\.isHexDigit) else {
      return nil
    }
    guard let high = UInt64(description.prefix(16), radix: 16),
      let low = UInt64(description.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The bits as 32 hexadecimal digits, for storages that store text.
  public var description: String { Self.digits(of: high) + Self.digits(of: low) }

  private static func digits(of number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
