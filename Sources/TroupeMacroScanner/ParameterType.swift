/// The type of a function's parameter, taken apart.
package struct ParameterType: Sendable {
  /// What stands before the type: `inout`, `@escaping`, `sending`, `repeat`.
  package let specifiers: [String]
  /// The type without what stands before it, and without the dots of a variadic parameter.
  package let type: TypeShape
  /// Whether it stands for any number of values: `Int...`.
  package let isVariadic: Bool

  /// Takes the source of the type of a parameter apart.
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

  /// Whether a word or an attribute, without `@` and its arguments, stands before the type.
  package func has(_ name: String) -> Bool { specifiers.contains { $0.specifierName == name } }
}
