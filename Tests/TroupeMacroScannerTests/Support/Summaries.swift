import TroupeMacroScanner

/// The declaration of a type, read from its source.
func readType(_ source: String) -> TypeDeclaration? {
  var scanner = DeclarationScanner(SourceText(source))
  return scanner.typeDeclaration()
}

/// The members of a type, each in a line that shows everything that was read.
func summary(members source: String) -> [String] {
  readType("struct Host {\n\(source)\n}")?.members.map(\.summary) ?? []
}

/// The cases of an enum, each in a line that shows everything that was read.
func summary(cases source: String) -> [String] {
  let members = readType("enum Host {\n\(source)\n}")?.members ?? []
  return members.flatMap { member in
    guard case .enumCase(let elements) = member.kind else { return [member.summary] }
    return elements.map(\.summary)
  }
}

extension Member {
  var summary: String {
    let words = prefix.attributes.map(\.text) + prefix.modifiers.map(\.text)
    let what =
      switch kind {
      case .enumCase(let elements): "case " + elements.map(\.summary).joined(separator: " & ")
      case .variable(let isLet, let bindings):
        (isLet ? "let " : "var ") + bindings.map(\.summary).joined(separator: " & ")
      case .other(let keyword, let name): name.isEmpty ? keyword : "\(keyword) \(name)"
      case .directive(let text): text
      }
    return (words + [what]).joined(separator: " ")
  }
}

extension CaseElement {
  var summary: String {
    let payload = parameters.map { "(" + $0.map(\.summary).joined(separator: " | ") + ")" } ?? ""
    return name + payload + (rawValue.map { " = \($0)" } ?? "")
  }
}

extension Parameter {
  var summary: String {
    let names = [label, secondName].compactMap(\.self)
    return (names.isEmpty ? "" : names.joined(separator: " ") + ": ") + type
      + (defaultValue.map { " = \($0)" } ?? "")
  }
}

extension Binding {
  var summary: String {
    pattern + (type.map { ": \($0)" } ?? "") + (initializer.map { " = \($0)" } ?? "")
      + (accessors.map { " {\($0.joined(separator: " "))}" } ?? "")
  }
}
