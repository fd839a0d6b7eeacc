/// The parts of a function type.
package struct FunctionType: Sendable, Equatable {
  /// The function's parameters.
  package var parameters: [Parameter]
  /// The specifiers before the parameters as written, such as `@Sendable`, `@MainActor` or
  /// `nonisolated(nonsending)`.
  package var specifiers: [String]
  /// The type as written, without the specifiers.
  package var signature: String
  /// The effects between the parameters and the arrow as written, such as `async throws`.
  package var effects: String
  /// Whether the function is `async`.
  package var isAsync: Bool
  /// Whether the function may throw an error.
  package var isThrowing: Bool
  /// The type in parentheses after `throws` as written; nil if there is none.
  package var thrownType: String?
  /// The type after the arrow, as written.
  package var result: String

  /// Parses the source of a type; nil if the type isn't a function type, but for example an optional
  /// function.
  package init?(_ text: String) { self.init(SourceText(text)) }

  /// Parses the source of a type; nil if the type isn't a function type.
  package init?(_ text: SourceText) {
    let scanner = DeclarationScanner(text)
    var index = 0
    specifiers = []
    while let next = scanner.afterTypeSpecifier(index) {
      specifiers.append(text.text(tokens: index..<next))
      index = next
    }
    let open = index
    guard scanner.is(open, "(") else { return nil }
    let close = scanner.after(open) - 1
    guard scanner.is(close, ")") else { return nil }
    signature = text.text(tokens: open..<text.tokens.count)
    parameters = scanner.parameters(open + 1..<close)
    index = close + 1
    isAsync = false
    isThrowing = false
    while let word = scanner.word(index) {
      guard ["async", "reasync", "throws", "rethrows"].contains(word) else { return nil }
      index += 1
      isAsync = isAsync || word.hasSuffix("async")
      guard word.hasSuffix("throws") else { continue }
      isThrowing = true
      guard scanner.is(index, "(") else { continue }
      let next = scanner.after(index)
      let thrown = text.text(tokens: index + 1..<max(index + 1, next - 1))
      isThrowing = !thrown.isSwift("Never")
      thrownType = thrown
      index = next
    }
    effects = index > close + 1 ? text.text(tokens: close + 1..<index) : ""
    guard scanner.is(index, "-"), scanner.is(index + 1, ">"), index + 2 < text.tokens.count else {
      return nil
    }
    result = text.text(tokens: index + 2..<text.tokens.count)
  }

  /// Whether the function returns nothing.
  package var returnsVoid: Bool { TypeShape(result).isVoid }

  /// Whether the function's result is written as an optional.
  package var returnsOptional: Bool { TypeShape(result).isOptional }

  /// Whether the function may throw an error of any type.
  package var throwsAnyError: Bool {
    guard isThrowing, let thrownType else { return isThrowing }
    return (thrownType.hasPrefix("any ") ? String(thrownType.dropFirst(4)) : thrownType).isSwift("Error")
  }

  /// Returns whether a name is among the specifiers before the parameters. An attribute's name excludes its
  /// `@` and its arguments.
  package func has(_ name: String) -> Bool { specifiers.contains { $0.specifierName == name } }
}

extension String {
  /// Returns whether the string is a name from the Swift module, with or without the module's name.
  func isSwift(_ name: String) -> Bool {
    let source = SourceText(self)
    let words = source.tokens.map { source.text($0) }
    return words == [name] || words == ["Swift", ".", name] || words == ["Swift", ":", ":", name]
  }

  /// The name of an attribute or a specifier, without its module and its arguments.
  package var specifierName: Substring {
    let name = prefix { $0 != "(" }.drop { $0 == "@" }
    return name.split { ".:".contains($0) }.last ?? name
  }
}
