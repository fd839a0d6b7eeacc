/// A parser of JSON texts.
struct JSONParser {
  /// The error of an invalid text, with the position at which the text is invalid.
  struct Failure: Error {
    /// The number of bytes before the position.
    let offset: Int
  }

  /// The maximum nesting depth of values, so that no text overflows the stack.
  private static let depthLimit = 512

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  private var depth = 0

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// Parses a text and returns its value.
  static func parse(_ bytes: ArraySlice<UInt8>) throws(Failure) -> RecordedValue {
    var parser = JSONParser(bytes)
    let value = try parser.value()
    parser.skipSpace()
    if parser.index < bytes.endIndex { throw parser.failure }
    return value
  }

  private var failure: Failure { Failure(offset: index - bytes.startIndex) }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(Failure) -> RecordedValue {
    skipSpace()
    depth += 1
    defer { depth -= 1 }
    if depth > Self.depthLimit { throw failure }
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ text: String, _ value: RecordedValue) throws(Failure) -> RecordedValue {
    guard bytes[index...].starts(with: text.utf8) else { throw failure }
    index += text.utf8.count
    return value
  }

  private mutating func number() throws(Failure) -> RecordedValue {
    let start = index
    while let byte = next, Self.isOfNumber(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    // This check also accepts numbers that are too large for a `Double`.
    guard Double(text) != nil, text.utf8.last.map(Self.isDigit) == true else { throw failure }
    return .number(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: isDigit(byte)
    }
  }

  private mutating func array() throws(Failure) -> RecordedValue {
    index += 1
    var elements: [RecordedValue] = []
    if take("]") { return .array([]) }
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw failure }
    return .array(elements)
  }

  private mutating func object() throws(Failure) -> RecordedValue {
    index += 1
    var members: [String: RecordedValue] = [:]
    if take("}") { return .object([:]) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure }
      let name = try string()
      guard take(":") else { throw failure }
      members[name] = try value()
    } while take(",")
    guard take("}") else { throw failure }
    return .object(members)
  }

  private mutating func string() throws(Failure) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escaped()
      default: text.append(byte)
      }
    }
    throw failure
  }

  private mutating func escaped() throws(Failure) -> [UInt8] {
    guard let byte = next else { throw failure }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      // A scalar outside the Basic Multilingual Plane is written as two UTF-16 code units.
      if (0xD800..<0xDC00).contains(unit), bytes[index...].starts(with: #"\u"#.utf8) {
        index += 2
        let low = try hexadecimal()
        unit = 0x10000 + (unit - 0xD800) << 10 + (low & 0x3FF)
      }
      return Array(String(Unicode.Scalar(unit).map(Character.init) ?? "\u{FFFD}").utf8)
    default: return [byte]
    }
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw failure
    }
    index += 4
    return unit
  }
}
