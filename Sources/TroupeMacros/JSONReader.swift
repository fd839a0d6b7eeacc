/// The error that is thrown for invalid JSON.
struct JSONError: Error {
  var offset: Int
}

extension JSON {
  /// Parses a value from JSON in UTF-8.
  init(parsing bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes: bytes)
    self = try reader.value()
  }
}

private struct JSONReader {
  let bytes: [UInt8]
  var at = 0
  /// The number of open arrays and objects. The number is limited, so that invalid input can't exhaust the
  /// stack.
  var depth = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var failure: JSONError { JSONError(offset: at) }

  private mutating func peek() throws(JSONError) -> UInt8 {
    while at < bytes.count {
      switch bytes[at] {
      case 32, 9, 10, 13: at += 1
      default: return bytes[at]
      }
    }
    throw failure
  }

  private mutating func expect(_ text: String) throws(JSONError) {
    for byte in text.utf8 {
      guard at < bytes.count, bytes[at] == byte else { throw failure }
      at += 1
    }
  }

  mutating func value() throws(JSONError) -> JSON {
    switch try peek() {
    case UInt8(ascii: "{"):
      var members: [JSON.Member] = []
      try list(until: UInt8(ascii: "}")) { (reader: inout JSONReader) throws(JSONError) in
        let key = try reader.text()
        guard try reader.peek() == UInt8(ascii: ":") else { throw reader.failure }
        reader.at += 1
        members.append(JSON.Member(key, try reader.value()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSON] = []
      try list(until: UInt8(ascii: "]")) { (reader: inout JSONReader) throws(JSONError) in
        elements.append(try reader.value())
      }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"):
      try expect("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try expect("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try expect("null")
      return .null
    default: return .number(try number())
    }
  }

  private mutating func list(
    until close: UInt8,
    _ element: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard depth < 256 else { throw failure }
    depth += 1
    defer { depth -= 1 }
    at += 1
    if try peek() == close {
      at += 1
      return
    }
    while true {
      try element(&self)
      let byte = try peek()
      at += 1
      if byte == close { return }
      guard byte == UInt8(ascii: ",") else { throw failure }
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Reads an integer. Fractions and exponents are skipped, because the compiler never sends them.
  private mutating func number() throws(JSONError) -> Int {
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let start = at
    var value = 0
    while at < bytes.count, isDigit(bytes[at]) {
      value = value &* 10 &+ Int(bytes[at] - UInt8(ascii: "0"))
      at += 1
    }
    guard at > start else { throw failure }
    while at < bytes.count, isDigit(bytes[at]) || ".eE+-".utf8.contains(bytes[at]) { at += 1 }
    return isNegative ? 0 &- value : value
  }

  private mutating func text() throws(JSONError) -> String {
    guard try peek() == UInt8(ascii: "\"") else { throw failure }
    at += 1
    var out: [UInt8] = []
    while true {
      let run = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\") { at += 1 }
      guard at < bytes.count else { throw failure }
      out.append(contentsOf: bytes[run..<at])
      at += 1
      if bytes[at - 1] == UInt8(ascii: "\"") { return String(decoding: out, as: UTF8.self) }
      guard at < bytes.count else { throw failure }
      at += 1
      switch bytes[at - 1] {
      case UInt8(ascii: "n"): out.append(10)
      case UInt8(ascii: "t"): out.append(9)
      case UInt8(ascii: "r"): out.append(13)
      case UInt8(ascii: "b"): out.append(8)
      case UInt8(ascii: "f"): out.append(12)
      case UInt8(ascii: "u"): out.append(contentsOf: String(Character(try scalar())).utf8)
      case let other: out.append(other)
      }
    }
  }

  /// Reads the scalar of an escape sequence. The second half of a surrogate pair is in a separate escape
  /// sequence.
  private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
    var value = try hex()
    if 0xD800..<0xDC00 ~= value, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
      bytes[at + 1] == UInt8(ascii: "u")
    {
      at += 2
      value = 0x10000 + (value - 0xD800) << 10 + (try hex() &- 0xDC00) & 0x3FF
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func hex() throws(JSONError) -> UInt32 {
    guard at + 4 <= bytes.count,
      let value = UInt32(String(decoding: bytes[at..<at + 4], as: UTF8.self), radix: 16)
    else { throw failure }
    at += 4
    return value
  }
}
