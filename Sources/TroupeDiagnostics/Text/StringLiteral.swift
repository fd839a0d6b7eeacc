/// Formats strings as Swift literals, with invisible characters escaped.
enum StringLiteral {
  /// Returns a literal on one line, with its quotes.
  static func line(_ string: String) -> String {
    "\"\(escaped(string, quotes: true))\""
  }

  /// Returns the lines between the quotes of a multi-line literal.
  static func block(_ string: String) -> [String] {
    string.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      // Only three consecutive quotes would end the literal, so single quotes aren't escaped.
      escaped(String(line), quotes: line.contains("\"") && String(line).contains("\"\"\""))
    }
  }

  static func isBlock(_ string: String) -> Bool { string.unicodeScalars.contains("\n") }

  /// Returns a text in which invisible characters and characters that change how others are displayed are
  /// escaped.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - keepingLines: Whether tabs and line breaks are kept. Otherwise, the result is one line.
  static func visible(_ text: String, keepingLines: Bool = false) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      isInvisible(scalar) && !(keepingLines && (scalar == "\n" || scalar == "\t"))
    }
    guard text.unicodeScalars.contains(where: isEscaped) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Returns a description without addresses, which differ in each run.
  static func withoutAddresses(_ text: String) -> String {
    var parts = text.split(separator: " 0x", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() { parts[index] = parts[index].drop(while: \.isHexDigit) }
    return parts.joined()
  }

  private static func escaped(_ string: String, quotes: Bool) -> String {
    var result = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += quotes ? "\\\"" : "\""
      case _ where isInvisible(scalar): result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isASCII else { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: return true
    // Emoji are joined by U+200D, and flags are spelled with tags.
    case .format: return scalar != "\u{200D}" && !(0xE0020...0xE007F).contains(scalar.value)
    default: return false
    }
  }
}
