import Foundation
import TroupeDurable
import TroupeFoundation

extension WallClockInstant {
  /// As in `2026-01-31T12:00:00.000Z`.
  var text: String { Date(self).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}

extension WallClockInstant {
  /// The time of day, for readers in any time zone.
  var time: String {
    Date(self).formatted(Date.ISO8601FormatStyle().time(includingFractionalSeconds: false)) + " UTC"
  }
}

extension String {
  /// The text as a part of HTML: between tags, or in an attribute with double quotes.
  var html: String {
    var text = ""
    for character in unicodeScalars {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }

  /// The text as a value in a query.
  var query: String {
    utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    .joined()
  }

  /// The text as a JSON string, with its quotes.
  var json: String {
    var text = "\""
    for character in unicodeScalars {
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{2028}", "\u{2029}":
        let digits = String(character.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(character)
      }
    }
    return text + "\""
  }
}
