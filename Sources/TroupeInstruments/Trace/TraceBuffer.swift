import Troupe

/// A buffer of JSON bytes that haven't been written yet.
struct TraceBuffer {
  private(set) var bytes: [UInt8] = []
  /// Whether the event that is being added has arguments.
  private var hasArguments = false

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Adds text that is already valid JSON.
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds a string in quotes.
  mutating func append(quoting text: String) {
    bytes.append(UInt8(ascii: "\""))
    appendEscaped(text)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      // JSON strings must not contain control characters, and each event is on one line.
      case 0x00..<0x20:
        append("\\u00")
        append(hexadecimal: UInt64(byte), digits: 2)
      default:
        bytes.append(byte)
      }
    }
  }

  mutating func append(_ number: some BinaryInteger) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    append(decimal: UInt64(number.magnitude), digits: 1)
  }

  /// Adds a time, converted to microseconds, the format's unit.
  mutating func append(microseconds nanoseconds: Int64) {
    let time = UInt64(max(0, nanoseconds))
    append(decimal: time / 1_000, digits: 1)
    bytes.append(UInt8(ascii: "."))
    append(decimal: time % 1_000, digits: 3)
  }

  /// Adds an id's text in quotes.
  mutating func append(_ id: ActionID) {
    bytes.append(UInt8(ascii: "\""))
    append(hexadecimal: id.run, digits: 16)
    bytes.append(UInt8(ascii: "."))
    append(decimal: id.number, digits: 1)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(decimal number: UInt64, digits: Int) {
    if number >= 10 || digits > 1 { append(decimal: number / 10, digits: digits - 1) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func append(hexadecimal number: UInt64, digits: Int) {
    if digits > 1 { append(hexadecimal: number >> 4, digits: digits - 1) }
    let digit = UInt8(number & 0xF)
    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}

/// Methods that add an event and its members.
extension TraceBuffer {
  /// The members at the start of an event.
  struct Head {
    /// The event's kind in the format, such as `B` or `E`.
    let phase: StaticString
    let category: StaticString
    let track: Int
    let nanoseconds: Int64
  }

  /// Adds an event and calls a closure that adds the event's arguments.
  mutating func appendEvent(
    _ head: Head,
    name: String,
    id: TraceID? = nil,
    _ arguments: (inout TraceBuffer) -> Void = { _ in }
  ) {
    append("{\"ph\":\"")
    append(head.phase)
    append("\",\"cat\":\"")
    append(head.category)
    append("\",\"name\":")
    append(quoting: name)
    append(",\"pid\":")
    append(head.track)
    append(",\"tid\":")
    append(head.track)
    append(",\"ts\":")
    append(microseconds: head.nanoseconds)
    if let id {
      append(",\"id\":")
      append(id)
    }
    hasArguments = false
    arguments(&self)
    append(hasArguments ? "}}" : "}")
  }

  private mutating func append(_ id: TraceID) {
    switch id {
    case .number(let number): append(number)
    case .text(let text): append(quoting: text)
    }
  }

  private mutating func appendKey(_ key: StaticString) {
    append(hasArguments ? ",\"" : ",\"args\":{\"")
    hasArguments = true
    append(key)
    append("\":")
  }

  mutating func add(_ key: StaticString, _ text: String) {
    appendKey(key)
    append(quoting: text)
  }

  mutating func add(_ key: StaticString, _ number: some BinaryInteger) {
    appendKey(key)
    append(number)
  }

  mutating func add(_ key: StaticString, _ id: ActionID) {
    appendKey(key)
    append(id)
  }
}

/// An id shared by the events of an interval outside a track, or by the two ends of an arrow.
enum TraceID {
  case number(UInt64)
  case text(String)
}
