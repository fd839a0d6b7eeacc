import Foundation

/// A value that writes the JSON that Foundation's encoder would make of it.
package protocol JSONWritable: Encodable {
  func write(to json: inout JSONText) throws
}

/// A text of JSON, as far as it is written.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []

  /// Writes a part of the text as it is.
  package mutating func put(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

  package mutating func write(_ isTrue: Bool) { put(isTrue ? "true" : "false") }

  /// Writes a string with its quotes.
  package mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { characters in
      let needsEscapes = characters.contains {
        $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
      }
      if needsEscapes { escape(characters) } else { bytes.append(contentsOf: characters) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ characters: UnsafeBufferPointer<UInt8>) {
    for byte in characters {
      switch byte {
      case UInt8(ascii: "\""): put(#"\""#)
      case UInt8(ascii: "\\"): put(#"\\"#)
      case 0..<0x20:
        put("\\u00")
        bytes.append(UInt8(ascii: byte < 0x10 ? "0" : "1"))
        bytes.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Writes an array.
  package mutating func write<Element>(
    _ elements: some Sequence<Element>,
    _ write: (Element, inout JSONText) throws -> Void
  ) rethrows {
    put("[")
    var isFirst = true
    for element in elements {
      if !isFirst { put(",") }
      isFirst = false
      try write(element, &self)
    }
    put("]")
  }

  /// Writes a value of which there are few, as Foundation's encoder does.
  package mutating func write(encoding value: some Encodable) throws {
    bytes.append(contentsOf: try JSONEncoder().encode(value))
  }
}
