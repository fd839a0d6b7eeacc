/// The file name that a ``FolderStorage`` uses for a key.
///
/// Lowercase letters, digits, `-` and `_` are kept. All other bytes of the UTF-8 are escaped, as in `%2f`.
/// Thus, keys that differ only in case or in Unicode normalization have different names on every file system.
/// If the name would be longer than 100 characters, the name consists of a `~` and the key's SHA-256 hash
/// instead.
struct FileName: Hashable, Sendable {
  private static let lengthLimit = 100

  let text: String

  init(of key: StorageKey) {
    var escaped: [UInt8] = []
    for byte in key.text.utf8 {
      if Self.standsForItself(byte) {
        escaped.append(byte)
      } else {
        escaped += [UInt8(ascii: "%"), Self.digit(byte >> 4), Self.digit(byte & 15)]
      }
      if escaped.count > Self.lengthLimit {
        text = "~" + SHA256.hash(of: key.text.utf8)
        return
      }
    }
    text = String(decoding: escaped, as: UTF8.self)
  }

  /// Reads a name from a folder. The result is nil for a name that belongs to no key.
  init?(text: String) {
    self.text = text
    guard isHash || key != nil else { return nil }
  }

  /// Whether the name consists of a `~` and a long key's hash.
  private var isHash: Bool {
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "~") && bytes.count == 65
      && bytes.dropFirst().allSatisfy { Self.digits.contains($0) }
  }

  /// The key; nil if the name doesn't contain the key.
  var key: StorageKey? {
    guard !text.hasPrefix("~") else { return nil }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    let key = StorageKey(String(decoding: bytes, as: UTF8.self))
    // The texts are compared by bytes, because equal strings may have different bytes.
    return FileName(of: key).text.utf8.elementsEqual(text.utf8) ? key : nil
  }

  private static func standsForItself(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static let digits = Set("0123456789abcdef".utf8)

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
