/// What kind of type some source is.
package struct TypeShape: Sendable {
  /// The type as written, without parentheses around all of it.
  package let text: String
  /// The type taken apart, if it is a function's.
  package let function: FunctionType?
  /// Whether it is written as an optional: `T?` or `T!`.
  package let isOptional: Bool
  private let source: SourceText

  /// Looks at the source of a type.
  package init(_ type: String) {
    var source = SourceText(type)
    // Nobody writes more, and each pair is read again.
    for _ in 0..<8 {
      guard let inner = Self.insideOfParentheses(source) else { break }
      source = SourceText(inner)
    }
    self.source = source
    text = source.text(tokens: source.tokens.indices)
    function = FunctionType(source)
    let end = source.tokens.last.map { source.text($0) }
    // `() -> Int?` returns an optional, and is none.
    isOptional = function == nil && (end == "?" || end == "!")
  }

  /// Whether it is `()` or a name of that.
  package var isVoid: Bool { text == "()" || text.isSwift("Void") }

  /// Whether it is one name, or several with dots between them, with or without generic arguments.
  package var isNamed: Bool {
    guard let first = source.tokens.first, first.kind == .identifier,
      !["any", "some", "repeat", "each"].contains(source.text(first))
    else { return false }
    return source.tokens.last.map { $0.kind == .identifier || source.text($0) == ">" } ?? false
      && !contains("&")
  }

  /// Whether a word or a character is in it.
  package func contains(_ word: String) -> Bool { source.tokens.contains { source.text($0) == word } }

  /// The type in parentheses; nil if there are none, or if they are those of a tuple.
  private static func insideOfParentheses(_ source: SourceText) -> String? {
    let scanner = DeclarationScanner(source)
    guard scanner.is(0, "("), source.tokens[0].partner == source.tokens.count - 1 else { return nil }
    let elements = scanner.parameters(1..<source.tokens.count - 1)
    let isType = elements.count == 1 && elements[0].label == nil && scanner.word(1) != "repeat"
    return isType ? elements[0].type : nil
  }
}
