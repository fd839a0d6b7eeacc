/// Swift source that is split into tokens.
///
/// Operators are split into single characters, so that `<`, `>`, `?` and `=` in types needn't be split later.
/// ``Token/spaceBefore`` shows where a run of operator characters starts.
package struct SourceText: Sendable {
  /// The source in UTF-8.
  package let bytes: [UInt8]
  /// The tokens in order.
  package let tokens: [Token]

  /// Splits a string into tokens.
  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Splits bytes into tokens. The bytes needn't be valid UTF-8.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var lexer = Lexer(bytes)
    var tokens: [Token] = []
    tokens.reserveCapacity(bytes.count / 4)
    while let token = lexer.next() { tokens.append(token) }
    Self.matchBrackets(of: &tokens, in: bytes)
    self.tokens = tokens
  }

  /// Returns the source of a token.
  package func text(_ token: Token) -> String { text(token.start..<token.end) }

  /// Returns the source of a range of bytes.
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the source of a range of tokens, without the whitespace and comments before and after it.
  package func text(tokens range: Range<Int>) -> String {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= tokens.count else { return "" }
    return text(tokens[range.lowerBound].start..<tokens[range.upperBound - 1].end)
  }

  private static func matchBrackets(of tokens: inout [Token], in bytes: [UInt8]) {
    var open: [(index: Int, closing: UInt8)] = []
    // The number of open brackets of each kind. With this number, a stray closing bracket doesn't require a
    // search through all open brackets.
    var waiting: [UInt8: Int] = [:]
    for index in tokens.indices where tokens[index].kind == .punct {
      switch bytes[tokens[index].start] {
      case UInt8(ascii: "("): open.append((index, UInt8(ascii: ")")))
      case UInt8(ascii: "["): open.append((index, UInt8(ascii: "]")))
      case UInt8(ascii: "{"): open.append((index, UInt8(ascii: "}")))
      case let closing where waiting[closing, default: 0] > 0:
        while let last = open.popLast() {
          waiting[last.closing, default: 0] -= 1
          guard last.closing == closing else { continue }
          tokens[last.index].partner = index
          tokens[index].partner = last.index
          break
        }
        continue
      default: continue
      }
      if let last = open.last { waiting[last.closing, default: 0] += 1 }
    }
  }
}
