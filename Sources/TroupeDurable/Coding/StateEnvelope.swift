/// The line before an encoded state: `troupe-state 1 3 json`. The first number is the version of the line
/// itself.
struct StateEnvelope {
  private static let beginning = "troupe-state 1 "
  /// How many bytes a line has at most: those of the longest number and name.
  private static let lengthLimit = 100

  let version: Int
  let format: String

  var line: [UInt8] { Array("\(Self.beginning)\(version) \(format)\n".utf8) }

  /// Reads the line, and tells where what follows starts; nil when the bytes don't begin with one.
  static func read(_ bytes: [UInt8]) -> (StateEnvelope, start: Int)? {
    guard let end = bytes.prefix(lengthLimit).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: bytes[..<end], as: UTF8.self)
    guard line.hasPrefix(beginning) else { return nil }
    let words = line.dropFirst(beginning.count).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, let version = Int(words[0]), version >= 1, isName(words[1]) else { return nil }
    return (StateEnvelope(version: version, format: String(words[1])), end + 1)
  }

  static func isName(_ name: some StringProtocol) -> Bool {
    let isAllowed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "."), UInt8(ascii: "-"): true
      default: false
      }
    }
    return isAllowed && (1...40).contains(name.utf8.count)
  }
}
