/// Searches for a text in names, ignoring case.
struct NameSearch {
  private let text: String
  /// Its bytes, if they are enough for comparisons with names in ASCII; nil if it isn't in ASCII.
  private let bytes: [UInt8]?

  init(_ text: String) {
    self.text = text.lowercased()
    bytes = self.text.utf8.allSatisfy(Self.isPlain) ? Array(self.text.utf8) : nil
  }

  func finds(_ name: String) -> Bool {
    if text.isEmpty { return true }
    var copy = name
    if let bytes, let isFound = copy.withUTF8({ Self.find(bytes, in: $0) }) { return isFound }
    return name.lowercased().contains(text)
  }

  /// Returns whether a name in ASCII has the bytes; nil if the name isn't in ASCII.
  private static func find(_ bytes: [UInt8], in name: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard name.allSatisfy(isPlain) else { return nil }
    guard name.count >= bytes.count else { return false }
    return (0...(name.count - bytes.count)).contains { start in
      bytes.indices.allSatisfy { lowercase(name[start + $0]) == bytes[$0] }
    }
  }

  /// Whether it is a separate character, which nothing joins.
  private static func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
