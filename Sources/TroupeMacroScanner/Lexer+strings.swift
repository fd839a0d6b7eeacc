extension Lexer {
  /// Scans a string literal whose opening quote is at the current position.
  mutating func scanString(pounds: Int) {
    let quote = UInt8(ascii: "\"")
    func closes(_ index: Int, _ quotes: Int) -> Bool {
      guard index + quotes + pounds <= source.count else { return false }
      for offset in 0..<quotes where source[index + offset] != quote { return false }
      for offset in 0..<pounds where source[index + quotes + offset] != UInt8(ascii: "#") { return false }
      return true
    }
    var multiline = peek(1) == quote && peek(2) == quote
    // The source `#"""#` is a string that contains one quote.
    if multiline, pounds > 0 {
      var index = at + 1
      while index < source.count, source[index] != 10, source[index] != 13 {
        if closes(index, 1) {
          multiline = false
          break
        }
        index += 1
      }
    }
    at += multiline ? 3 : 1
    while at < source.count {
      switch source[at] {
      case quote where closes(at, multiline ? 3 : 1):
        at += (multiline ? 3 : 1) + pounds
        return
      case 10, 13:
        if !multiline { return }
        at += 1
      case UInt8(ascii: "\\"):
        guard (0..<pounds).allSatisfy({ peek(1 + $0) == UInt8(ascii: "#") }) else {
          at += 1
          continue
        }
        at += 1 + pounds
        if peek(0) == UInt8(ascii: "(") {
          skipInterpolation()
        } else if multiline || (peek(0) != 10 && peek(0) != 13) {
          at += 1
        }
      default: at += 1
      }
    }
    at = min(at, source.count)
  }

  /// Skips an interpolation `( … )` in a string by lexing its contents.
  ///
  /// The method is recursive, and hand-written source is never nested deeply. The depth is limited, so that
  /// deeper nesting can't exhaust the stack: beyond the limit, the parenthesis counts as a character of the
  /// string.
  private mutating func skipInterpolation() {
    guard interpolations < 64 else {
      at += 1
      return
    }
    var inner = self
    inner.interpolations += 1
    inner.runEnd = 0
    inner.regex = nil
    var depth = 0
    while let token = inner.next() {
      guard token.kind == .punct else { continue }
      if source[token.start] == UInt8(ascii: "(") { depth += 1 }
      if source[token.start] == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { break }
      }
    }
    at = inner.at
  }
}
