/// Splits source into tokens from front to back.
///
/// The lexer accepts any bytes, so invalid Swift is also split into tokens. The time is linear in the number
/// of bytes.
struct Lexer {
  let source: [UInt8]
  var at = 0
  var previous: Previous = .expressionMayStart
  /// The number of string interpolations that are open at the current position.
  var interpolations = 0
  /// The end of a run of operator characters, which are returned one at a time, and the regex literal that
  /// ends the run.
  var runEnd = 0
  var regex: Range<Int>?

  /// The kind of the previous token, which determines whether an expression may start, and thus what a `/`
  /// means.
  enum Previous { case expressionMayStart, argumentMayStart, operatorName, operand, afterTry }

  init(_ source: [UInt8]) {
    self.source = source
    if source.count >= 3, source[0] == 0xEF, source[1] == 0xBB, source[2] == 0xBF { at = 3 }
    if peek(0) == UInt8(ascii: "#"), peek(1) == UInt8(ascii: "!") { skipLine() }
  }

  /// Returns the byte at a distance from the current position, or 0 outside the source.
  func peek(_ offset: Int) -> UInt8 {
    let index = at + offset
    return index >= 0 && index < source.count ? source[index] : 0
  }

  /// Returns the number of consecutive `#` characters that start at an index.
  func poundCount(_ start: Int) -> Int {
    var end = start
    while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
    return end - start
  }

  mutating func skipLine() {
    while at < source.count, source[at] != 10, source[at] != 13 { at += 1 }
  }

  mutating func next() -> Token? {
    let before = at
    var newline = false
    if at >= runEnd { newline = skipTrivia() }
    guard at < source.count else { return nil }
    let start = at
    let kind = scan()
    return Token(
      kind: kind,
      start: start,
      end: at,
      newlineBefore: newline,
      spaceBefore: start != before || before == 0
    )
  }

  /// Skips whitespace and comments, and returns whether they contained a line break.
  mutating func skipTrivia() -> Bool {
    var newline = false
    while at < source.count {
      switch source[at] {
      case 10, 13:
        newline = true
        at += 1
      case 32, 9, 11, 12, 0: at += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        var depth = 0
        repeat {
          if peek(0) == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
            depth += 1
            at += 2
          } else if peek(0) == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
            depth -= 1
            at += 2
          } else {
            if source[at] == 10 { newline = true }
            at += 1
          }
        } while depth > 0 && at < source.count
      default: return newline
      }
    }
    return newline
  }

  mutating func scan() -> Token.Kind {
    if at < runEnd || regex?.lowerBound == at { return scanOperator() }
    let byte = source[at]
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "$"):
      return scanIdentifier()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      scanNumber()
      previous = .operand
      return .number
    case UInt8(ascii: "\""):
      scanString(pounds: 0)
      previous = .operand
      return .string
    case UInt8(ascii: "`"):
      at += 1
      while at < source.count, source[at] != UInt8(ascii: "`"), source[at] != 10 { at += 1 }
      if peek(0) == UInt8(ascii: "`") { at += 1 }
      previous = .operand
      return .identifier
    case UInt8(ascii: "#"):
      let pounds = poundCount(at)
      if peek(pounds) == UInt8(ascii: "\"") {
        at += pounds
        scanString(pounds: pounds)
        previous = .operand
        return .string
      }
      if peek(pounds) == UInt8(ascii: "/"),
        let end = regexEnd(slash: at + pounds, pounds: pounds, mustBe: true)
      {
        at = end
        previous = .operand
        return .regex
      }
      // A run of `#` characters is a single token, so that its characters are counted only once.
      at += pounds
      guard pounds == 1, isIdentifierPart(at) else {
        previous = .expressionMayStart
        return .punct
      }
      let start = at
      while isIdentifierPart(at) { at += 1 }
      switch String(decoding: source[start..<at], as: UTF8.self) {
      case "if", "elseif", "else", "endif": previous = .expressionMayStart
      default: previous = .operand
      }
      return .pound
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":"):
      at += 1
      previous = .argumentMayStart
      return .punct
    case UInt8(ascii: "{"), UInt8(ascii: ";"):
      at += 1
      previous = .expressionMayStart
      return .punct
    default:
      if isOperator(at) { return scanOperator() }
      if byte >= 0x80 { return scanIdentifier() }
      // The remaining characters include `)`, `]`, `}`, `@` and `\`.
      at += 1
      previous = .operand
      return .punct
    }
  }

  func isIdentifierPart(_ index: Int) -> Bool {
    guard index < source.count else { return false }
    switch source[index] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      return true
    case 0x80...: return !isOperator(index)
    default: return false
    }
  }

  mutating func scanIdentifier() -> Token.Kind {
    let start = at
    at += 1
    while isIdentifierPart(at) { at += 1 }
    switch at - start <= 15 ? String(decoding: source[start..<at], as: UTF8.self) : "" {
    case "func", "operator": previous = .operatorName
    case "try":
      previous =
        peek(0) == UInt8(ascii: "?") || peek(0) == UInt8(ascii: "!") ? .afterTry : .expressionMayStart
    case "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
      "do", "else", "enum", "extension", "fallthrough", "fileprivate", "for", "guard", "if", "import", "in",
      "init", "inout", "internal", "is", "let", "precedencegroup", "private", "protocol", "public", "repeat",
      "rethrows", "return", "static", "struct", "subscript", "switch", "throw", "throws", "typealias", "var",
      "where", "while":
      previous = .expressionMayStart
    default: previous = .operand
    }
    return .identifier
  }

  mutating func scanNumber() {
    let hex = peek(0) == UInt8(ascii: "0") && peek(1) == UInt8(ascii: "x")
    at += 1
    while at < source.count {
      let byte = source[at] | 0x20
      if byte == (hex ? UInt8(ascii: "p") : UInt8(ascii: "e")),
        peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+")
      {
        at += 2
      } else if isIdentifierPart(at) && source[at] < 0x80 {
        at += 1
      } else if source[at] == UInt8(ascii: "."), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek(1)) {
        at += 1
      } else {
        return
      }
    }
  }
}
