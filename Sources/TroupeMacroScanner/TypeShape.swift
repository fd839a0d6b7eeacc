/// The shape of a type in source code.
package struct TypeShape: Sendable {
  /// The type as written, without parentheses around the whole type.
  package let text: String
  /// The parsed function type; nil if the type isn't a function type.
  package let function: FunctionType?
  /// Whether the type is written as an optional, `T?` or `T!`.
  package let isOptional: Bool
  private let source: SourceText

  /// Parses the source of a type.
  package init(_ type: String) {
    var source = SourceText(type)
    // Realistic source has no more pairs of parentheses, and each pair requires parsing again.
    for _ in 0..<8 {
      guard let inner = Self.insideOfParentheses(source) else { break }
      source = SourceText(inner)
    }
    self.source = source
    text = source.text(tokens: source.tokens.indices)
    function = FunctionType(source)
    let end = source.tokens.last.map { source.text($0) }
    // The type `() -> Int?` isn't an optional, although the function returns an optional.
    isOptional = function == nil && (end == "?" || end == "!")
  }

  /// Whether the type is `()` or a name for it.
  package var isVoid: Bool { text == "()" || text.isSwift("Void") }

  /// Whether the type is a single name, or several names separated by dots, with or without generic
  /// arguments.
  package var isNamed: Bool {
    guard let first = source.tokens.first, first.kind == .identifier,
      !["any", "some", "repeat", "each"].contains(source.text(first))
    else { return false }
    return source.tokens.last.map { $0.kind == .identifier || source.text($0) == ">" } ?? false
      && !contains("&")
  }

  /// Returns whether the type contains a word or a character.
  package func contains(_ word: String) -> Bool { source.tokens.contains { source.text($0) == word } }

  /// Returns the type inside parentheses, or nil if there are none or if they form a tuple.
  private static func insideOfParentheses(_ source: SourceText) -> String? {
    let scanner = DeclarationScanner(source)
    guard scanner.is(0, "("), source.tokens[0].partner == source.tokens.count - 1 else { return nil }
    let elements = scanner.parameters(1..<source.tokens.count - 1)
    let isType = elements.count == 1 && elements[0].label == nil && scanner.word(1) != "repeat"
    return isType ? elements[0].type : nil
  }
}
