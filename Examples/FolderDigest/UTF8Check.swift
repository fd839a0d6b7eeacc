/// Checks byte by byte that a text is UTF-8: shortest forms only, no surrogates, nothing above U+10FFFF.
struct UTF8Check: Sendable {
  private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

  /// How many bytes of the current character are still missing.
  private var missing = 0
  /// The allowed values of the next byte.
  private var allowed = Self.continuation

  /// Whether a character was complete after the last byte.
  var isComplete: Bool { missing == 0 }

  /// Takes the next byte, and returns whether the text can still be valid.
  mutating func accepts(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard allowed.contains(byte) else { return false }
      missing -= 1
      allowed = Self.continuation
      return true
    }
    // The narrower ranges for a second byte are the ranges in table 3-7 of the Unicode standard.
    switch byte {
    case 0x00...0x7F: break
    case 0xC2...0xDF: begin(missing: 1)
    case 0xE0: begin(missing: 2, 0xA0...0xBF)
    case 0xED: begin(missing: 2, 0x80...0x9F)
    case 0xE1...0xEF: begin(missing: 2)
    case 0xF0: begin(missing: 3, 0x90...0xBF)
    case 0xF1...0xF3: begin(missing: 3)
    case 0xF4: begin(missing: 3, 0x80...0x8F)
    default: return false
    }
    return true
  }

  private mutating func begin(missing count: Int, _ second: ClosedRange<UInt8> = Self.continuation) {
    missing = count
    allowed = second
  }
}
