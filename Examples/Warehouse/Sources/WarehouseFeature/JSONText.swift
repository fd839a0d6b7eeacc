import Foundation

/// A value that writes the JSON that Foundation's encoder would write for it.
package protocol JSONWritable: Encodable {
  func write(to json: inout JSONText) throws
}

/// A JSON text, as far as it is written.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(8_192) }

  /// Writes a part of the text with this many bytes at most. Appending them to the array one by one would
  /// take five times as long.
  package mutating func write(atMost count: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    bytes.append(addingCapacity: count, initializingWith: write)
  }

  /// Writes a part of the text as it is.
  package mutating func put(_ text: StaticString) { write(atMost: text.utf8CodeUnitCount) { $0.put(text) } }

  /// Writes an array.
  package mutating func write<Element>(
    _ elements: some RandomAccessCollection<Element>,
    _ write: (borrowing Element, inout JSONText) throws -> Void
  ) rethrows {
    put("[")
    for index in elements.indices {
      if index != elements.startIndex { put(",") }
      try write(elements[index], &self)
    }
    put("]")
  }

  /// Writes a value of a rare type, with Foundation's encoder.
  package mutating func write(encoding value: some Encodable) throws {
    bytes.append(contentsOf: try JSONEncoder().encode(value))
  }
}

extension OutputSpan<UInt8> {
  /// Writes text as it is.
  mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { characters in
      for character in characters { append(character) }
    }
  }

  /// Writes a number, which takes 20 bytes at most.
  mutating func write(_ number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    // The digits, starting with the last one; each takes five bits.
    var digits: UInt128 = 0
    var count = 0
    repeat {
      digits = digits << 5 | UInt128(rest % 10)
      rest /= 10
      count += 1
    } while rest > 0
    for _ in 0..<count {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits & 0x1F))
      digits >>= 5
    }
  }

  mutating func write(_ isTrue: Bool) { put(isTrue ? "true" : "false") }

  /// Writes a string with its quotes, which takes at most six times its bytes, and two.
  mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { write($0) }
  }

  /// Writes a string with its quotes.
  mutating func write(_ string: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    for byte in string {
      switch byte {
      case UInt8(ascii: "\""): put(#"\""#)
      case UInt8(ascii: "\\"): put(#"\\"#)
      case 0..<0x20:
        put("\\u00")
        append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
        append(Self.hexDigit(byte & 0xF))
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
