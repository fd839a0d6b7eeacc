/// The name of a value in a ``Storage``. A key can be any text, even an empty text.
///
/// Two keys are equal if their UTF-8 is equal. `"é"` and `"e\u{301}"` are equal strings but different keys,
/// as in file systems and databases. A ``StoreDirectory`` compares its keys in the same way.
public struct StorageKey: Hashable, Sendable, CustomStringConvertible {
  /// The key's text.
  public let text: String

  /// Creates a key.
  ///
  /// - Parameter text: The key's text.
  public init(_ text: String) { self.text = text }

  /// Returns whether two keys have the same UTF-8.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

  /// Hashes the key's UTF-8.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }

  /// The key's text.
  public var description: String { text }
}

extension StorageKey: Comparable {
  /// Orders keys by their UTF-8.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
  }
}

extension StorageKey: ExpressibleByStringLiteral {
  /// Creates a key from a string literal.
  public init(stringLiteral text: String) { self.init(text) }
}
