/// Text that a terminal shows as it is.
///
/// A terminal obeys control characters, doesn't show some others, and writes text from right to left after
/// certain characters. A name with such characters could change the appearance of the lines around it.
enum TerminalText {
  /// The longest name, in bytes of UTF-8.
  static let nameLimit = 200

  /// The text with each character that isn't shown as itself written as `\u{1B}`.
  static func shown(_ text: String, keepingLines: Bool = false) -> String {
    var (result, last) = ("", nil as Unicode.Scalar?)
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if scalar == "\n" && keepingLines || isShown(scalar, between: last, and: next) {
        result.unicodeScalars.append(scalar)
      } else {
        result += escape(scalar)
      }
      last = scalar
    }
    return result
  }

  /// Why a text can't be the name of a countdown; nil if it can.
  static func defect(ofName name: String) -> String? {
    if !name.unicodeScalars.contains(where: { !$0.properties.isWhitespace })
      || name.contains(where: \.isNewline)
    {
      return "The name of a countdown is one line of text."
    }
    if name.utf8.count > nameLimit {
      return "The name has \(name.utf8.count) bytes. A countdown's name has \(nameLimit) at most."
    }
    // Bytes from the shell that aren't UTF-8 are read as this character.
    if name.unicodeScalars.contains("\u{FFFD}") { return "The name isn't valid UTF-8." }
    if shown(name) != name { return "The name has characters that a terminal doesn't show: \(shown(name))" }
    return nil
  }

  private static func isShown(
    _ scalar: Unicode.Scalar,
    between last: Unicode.Scalar?,
    and next: Unicode.Scalar?
  ) -> Bool {
    if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
    // Parts of an emoji, such as the emoji of a family.
    if scalar == "\u{FE0F}" { return last.map(isEmoji) ?? false }
    if scalar == "\u{200D}" {
      return last.map { isEmoji($0) || $0 == "\u{FE0F}" } ?? false && next.map(isEmoji) ?? false
    }
    if scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    default:
      return true
    }
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && (scalar.properties.isEmoji || scalar.properties.isEmojiModifier)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}
