/// A unique identifier of a save.
///
/// It says nothing about the order of saves.
public struct StorageRevision: Hashable, Sendable, CustomStringConvertible {
  private let number: UInt128

  /// Creates a revision of 128 random bits.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Creates a revision of 128 bits from a generator, such as a seeded one in tests.
  ///
  /// - Parameter generator: The generator of the bits.
  public init(using generator: inout some RandomNumberGenerator) {
    number = UInt128(generator.next()) << 64 | UInt128(generator.next())
  }

  /// Creates a revision from its description.
  ///
  /// - Parameter description: 32 hexadecimal digits. The result is nil for any other text.
  public init?(_ description: String) {
    // A sign would be read, too.
    guard description.utf8.count == 32, description.allSatisfy(\.isHexDigit) else { return nil }
    guard let number = UInt128(description, radix: 16) else { return nil }
    self.number = number
  }

  init(number: UInt128) { self.number = number }

  /// The bits as 32 hexadecimal digits, for storages that keep text.
  public var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  var bits: UInt128 { number }
}
