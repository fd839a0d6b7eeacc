/// The name of a value in a ``Storage``: any text, which may be empty.
///
/// Two keys are the same if their UTF-8 is the same. As strings, `"é"` and `"e\u{301}"` are equal; as keys
/// they differ, as for files and databases. A ``StoreDirectory`` compares its keys in the same way.
public struct StorageKey: Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public let text: String

  /// Creates a key.
  ///
  /// - Parameter text: The text.
  public init(_ text: String) { self.text = text }

  /// Returns whether two keys have the same UTF-8.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

  /// Hashes the UTF-8.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }

  /// The text.
  public var description: String { text }
}

extension StorageKey: Comparable {
  /// Orders keys by their UTF-8.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
  }
}

extension StorageKey: ExpressibleByStringLiteral {
  /// Creates a key from a literal.
  public init(stringLiteral text: String) { self.init(text) }
}
