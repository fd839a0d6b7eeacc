/// The type of a function, taken apart.
package struct FunctionType: Sendable, Equatable {
  /// The parameters.
  package var parameters: [Parameter]
  /// What stands before the parameters, without `@Sendable`, `@escaping` and `@convention`: `@MainActor`.
  package var attributes: [String]
  /// What stands between the parameters and the arrow, as written: `async throws`.
  package var effects: String
  /// Whether it may throw.
  package var isThrowing: Bool
  /// The type after the arrow, as written.
  package var result: String

  /// Whether it returns nothing.
  package var returnsVoid: Bool { ["Void", "Swift.Void", "()"].contains(result) }

  /// Takes the source of a type apart; nil where it is no function's, as with an optional function.
  package init?(_ text: String) { self.init(SourceText(text)) }

  /// Takes the source of a type apart; nil where it is no function's.
  package init?(_ text: SourceText) {
    var scanner = DeclarationScanner(text)
    var prefix = scanner.prefix()
    attributes = prefix.kept
    if scanner.word(scanner.index) == "nonisolated", scanner.`is`(scanner.index + 1, "(") {
      let next = scanner.after(scanner.index + 1)
      attributes.append(text.text(tokens: scanner.index..<next))
      scanner.index = next
      prefix = scanner.prefix()
      attributes += prefix.kept
    }
    let open = scanner.index
    guard scanner.is(open, "(") else { return nil }
    let close = scanner.after(open) - 1
    guard scanner.is(close, ")") else { return nil }
    parameters = scanner.parameters(open + 1..<close)
    var index = close + 1
    isThrowing = false
    while let word = scanner.word(index) {
      guard word == "async" || word == "throws" else { return nil }
      index += 1
      guard word == "throws" else { continue }
      isThrowing = true
      guard scanner.is(index, "(") else { continue }
      let next = scanner.after(index)
      if scanner.source.text(tokens: index..<next) == "(Never)" { isThrowing = false }
      index = next
    }
    effects = index > close + 1 ? scanner.source.text(tokens: close + 1..<index) : ""
    guard scanner.is(index, "-"), scanner.is(index + 1, ">"), index + 2 < scanner.tokens.count else {
      return nil
    }
    result = scanner.source.text(tokens: index + 2..<scanner.tokens.count)
  }
}

extension Prefix {
  /// The attributes of a function's type that a method of that type has, too.
  fileprivate var kept: [String] {
    attributes.filter { !["Sendable", "escaping", "convention"].contains($0.base) }.map(\.text)
  }
}
