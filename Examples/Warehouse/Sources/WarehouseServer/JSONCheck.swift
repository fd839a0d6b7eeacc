/// Checks whether bytes are a JSON text as in RFC 8259. Foundation's decoder also reads some that aren't,
/// such as a text with a comma after the last member.
struct JSONCheck {
  private static let depthLimit = 32
  private var rest: ArraySlice<UInt8>

  /// Whether bytes are JSON, in UTF-8 and not deeper than anything that the server reads.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var check = JSONCheck(rest: bytes[...])
    return check.value(0) && check.skipSpaces() && check.rest.isEmpty
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  private mutating func value(_ depth: Int) -> Bool {
    guard depth <= Self.depthLimit, skipSpaces(), let first = rest.first else { return false }
    switch first {
    case UInt8(ascii: "{"):
      return list("}") { $0.string() && $0.skipSpaces() && $0.take(":") && $0.value(depth + 1) }
    case UInt8(ascii: "["): return list("]") { $0.value(depth + 1) }
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return take("true")
    case UInt8(ascii: "f"): return take("false")
    case UInt8(ascii: "n"): return take("null")
    default: return number()
    }
  }

  /// Takes what is between brackets.
  private mutating func list(_ end: StaticString, _ element: (inout JSONCheck) -> Bool) -> Bool {
    rest.removeFirst()
    if skipSpaces(), take(end) { return true }
    repeat {
      guard skipSpaces(), element(&self), skipSpaces() else { return false }
    } while take(",")
    return take(end)
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case 0..<0x20: return false
      case UInt8(ascii: "\\"): guard escape() else { return false }
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let kind = rest.popFirst() else { return false }
    guard kind == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(kind) }
    guard let unit = codeUnit() else { return false }
    if UTF16.isTrailSurrogate(unit) { return false }
    guard UTF16.isLeadSurrogate(unit) else { return true }
    // Half of a character isn't a character.
    guard take("\\u"), let other = codeUnit() else { return false }
    return UTF16.isTrailSurrogate(other)
  }

  private mutating func codeUnit() -> UInt16? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      return nil
    }
    rest.removeFirst(4)
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") { guard digits() else { return false } }
    if take(".") { guard digits() else { return false } }
    guard take("e") || take("E") else { return true }
    if !take("+") { _ = take("-") }
    return digits()
  }

  private mutating func digits() -> Bool {
    let count = rest.prefix { $0.isDigit }.count
    rest.removeFirst(count)
    return count > 0
  }

  private mutating func take(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard rest.starts(with: text) else { return false }
      rest.removeFirst(text.count)
      return true
    }
  }

  /// Skips white space, which may be between any two tokens. It is always true.
  private mutating func skipSpaces() -> Bool {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    return true
  }
}
