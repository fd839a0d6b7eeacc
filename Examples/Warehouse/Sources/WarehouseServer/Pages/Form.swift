import WarehouseFeature

/// The fields of a form, as browsers send them: texts, which are empty for fields without input.
struct Form {
  private var fields: [String: String] = [:]

  /// Reads the body of a request. Of fields with the same name, the first one counts.
  init(_ text: String) {
    for field in text.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.decode(parts[0])
      if fields[name] == nil { fields[name] = parts.count > 1 ? Self.decode(parts[1]) : "" }
    }
  }

  subscript(name: String) -> String? { fields[name] }

  func text(_ name: String) throws(Problem) -> String {
    guard let text = fields[name] else { throw .invalid("The field \(name) is missing.") }
    return text
  }

  func number(_ name: String) throws(Problem) -> Int {
    guard let number = Int(try text(name)) else { throw .invalid("The \(name) must be a whole number.") }
    return number
  }

  func draft() throws(Problem) -> Draft { try DraftEntry(self).draft() }

  /// Bytes that aren't text become replacement characters.
  private static func decode(_ text: Substring) -> String {
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+") {
        bytes.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), rest.count >= 2, rest.prefix(2).allSatisfy(isHexDigit),
        let decoded = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(decoded)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // A sign would be read as a part of a number, too.
  private static func isHexDigit(_ byte: UInt8) -> Bool { Character(UnicodeScalar(byte)).isHexDigit }
}
