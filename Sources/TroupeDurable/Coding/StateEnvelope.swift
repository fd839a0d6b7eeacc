import Troupe

/// The header of an encoded state. It is a line such as `troupe-state 1 3 json`, with the version of the
/// header's format, the version of the state's type, and the name of the state's format.
///
/// If causes are saved with the state, the line is `troupe-state 2 3 json 120`. The last number is the size
/// of the following lines in bytes. Each of these lines describes a cause: the ids of the action and of the
/// first action of its chain, and the effect's site.
struct StateEnvelope {
  private static let beginning = "troupe-state "
  /// The maximum number of bytes in the line, which is reached with the longest numbers and name.
  private static let lengthLimit = 120

  let version: Int
  let format: String
  var causes: [SavedCause] = []

  /// The header's bytes.
  var bytes: [UInt8] {
    if causes.isEmpty { return Array("\(Self.beginning)1 \(version) \(format)\n".utf8) }
    let lines = causes.map { "\($0.cause.action) \($0.cause.root) \(Self.line($0.site))\n" }.joined()
    return Array("\(Self.beginning)2 \(version) \(format) \(lines.utf8.count)\n\(lines)".utf8)
  }

  /// Reads the header and returns it with the index at which the state starts. Returns nil if the bytes don't
  /// start with a header.
  static func read(_ bytes: [UInt8]) -> (StateEnvelope, start: Int)? {
    guard let end = bytes.prefix(lengthLimit).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: bytes[..<end], as: UTF8.self)
    guard line.hasPrefix(beginning) else { return nil }
    let words = line.dropFirst(beginning.count).split(separator: " ", omittingEmptySubsequences: false)
    guard words.count >= 3, let version = Int(words[1]), version >= 1, isName(words[2]) else { return nil }
    var envelope = StateEnvelope(version: version, format: String(words[2]))
    let start = end + 1
    switch (words[0], words.count) {
    case ("1", 3):
      return (envelope, start)
    case ("2", 4):
      guard let count = Int(words[3]), 0...(bytes.count - start) ~= count,
        let causes = readCauses(bytes[start..<start + count])
      else { return nil }
      envelope.causes = causes
      return (envelope, start + count)
    default:
      return nil
    }
  }

  private static func readCauses(_ bytes: ArraySlice<UInt8>) -> [SavedCause]? {
    var causes: [SavedCause] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
      guard words.count == 3, let action = ActionID(String(words[0])), let root = ActionID(String(words[1]))
      else { return nil }
      causes.append(SavedCause(site: String(words[2]), cause: Cause(action: action, root: root)))
    }
    return causes
  }

  /// Returns a site's text, which consists of a path and a location, without line breaks.
  private static func line(_ site: String) -> String { String(site.map { $0.isNewline ? " " : $0 }) }

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
