extension RecordedValue {
  /// The value's JSON text in UTF-8, on one line. Equal values have equal texts, because the members of
  /// objects are sorted by the bytes of their names.
  public var json: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { Self.areInOrder($0.key, $1.key) }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func areInOrder(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += #"\""#.utf8
      case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case ..<0x20, 0x7F:
        bytes += (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The 64-bit FNV-1a hash of the value's text, which is the same in every process and on every computer.
  /// It doesn't depend on the shared values in the value, because a replay doesn't change them.
  var hash: String {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in (hasSharedValues ? withoutSharedValues : self).json {
      sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension RecordedValue {
  /// The member that marks a shared value; see `Shared.encode(to:)`.
  private static var sharedName: String { "$shared" }

  private var hasSharedValues: Bool {
    switch self {
    case .array(let elements): elements.contains { $0.hasSharedValues }
    case .object(let members):
      members[Self.sharedName] != nil || members.values.contains { $0.hasSharedValues }
    case .null, .bool, .number, .string: false
    }
  }

  private var withoutSharedValues: RecordedValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutSharedValues))
    case .object(let members):
      if let name = members[Self.sharedName] { return .object([Self.sharedName: name]) }
      return .object(members.mapValues(\.withoutSharedValues))
    case .null, .bool, .number, .string: return self
    }
  }
}
