/// The parts of a parameter's type.
package struct ParameterType: Sendable {
  /// The specifiers before the type, such as `inout`, `@escaping`, `sending` or `repeat`.
  package let specifiers: [String]
  /// The type without its specifiers, and without the dots of a variadic parameter.
  package let type: TypeShape
  /// Whether the parameter is variadic, as in `Int...`.
  package let isVariadic: Bool

  /// Parses the source of a parameter's type.
  package init(_ text: String) {
    let source = SourceText(text)
    let scanner = DeclarationScanner(source)
    var index = 0
    var specifiers: [String] = []
    while let next = scanner.afterTypeSpecifier(index, ofParameter: true) {
      specifiers.append(source.text(tokens: index..<next))
      index = next
    }
    self.specifiers = specifiers
    let end = source.tokens.count
    isVariadic = end - 3 >= index && (end - 3..<end).allSatisfy { scanner.is($0, ".") }
    type = TypeShape(source.text(tokens: index..<(isVariadic ? end - 3 : end)))
  }

  /// Returns whether a word or an attribute precedes the type. An attribute's name excludes its `@` and its
  /// arguments.
  package func has(_ name: String) -> Bool { specifiers.contains { $0.specifierName == name } }
}
