import TroupeMacroScanner

/// The scanner's facts.
extension Fact {
  static func scanned(_ type: TypeDeclaration) -> [Fact] {
    var facts = scanned(type.prefix)
    facts.append(Fact(.header, type.keyword, type.name, at: type.nameRange.lowerBound))
    facts.append(Fact(.end, "name", at: type.nameRange.upperBound))
    if let parameters = type.genericParameters { facts.append(Fact(.generics, parameters)) }
    facts += type.inherited.map { Fact(.inherited, $0) }
    facts.append(Fact(.end, "header", at: type.bodyStart))
    facts += type.members.flatMap(scanned(_:))
    facts.append(Fact(.end, "type", at: type.range.upperBound))
    return facts
  }

  static func scanned(_ member: Member) -> [Fact] {
    var facts = scanned(member.prefix)
    switch member.kind {
    case .directive(let text): facts.append(Fact(.directive, text, at: member.range.lowerBound))
    case .other(let keyword, let name): facts.append(Fact(.other, keyword, name, at: member.range.lowerBound))
    case .enumCase(let elements): facts += elements.flatMap(scanned(_:))
    case .variable(let isLet, let bindings): facts += bindings.flatMap { scanned($0, isLet: isLet) }
    }
    facts.append(Fact(.end, "member", at: member.range.upperBound))
    return facts
  }

  private static func scanned(_ prefix: Prefix) -> [Fact] {
    prefix.attributes.map { Fact(.attribute, $0.name, $0.text, at: $0.range.lowerBound) }
      + prefix.modifiers.map { Fact(.modifier, $0.text, at: $0.range.lowerBound) }
  }

  private static func scanned(_ element: CaseElement) -> [Fact] {
    var facts = [Fact(.enumCase, element.name, element.parameters.map { "\($0.count)" }, at: element.start)]
    facts += element.parameters?.map { scanned($0) } ?? []
    if let value = element.rawValue { facts.append(Fact(.rawValue, value)) }
    return facts
  }

  private static func scanned(_ parameter: Parameter) -> Fact {
    Fact(.parameter, parameter.label, parameter.secondName, parameter.type, parameter.defaultValue)
  }

  private static func scanned(_ binding: Binding, isLet: Bool) -> [Fact] {
    var facts = [
      Fact(
        .variable,
        isLet ? "let" : "var",
        binding.pattern,
        binding.isIdentifier ? "name" : "pattern",
        binding.type,
        binding.initializer,
        binding.accessors?.joined(separator: " "),
        at: binding.patternRange.lowerBound
      ),
      Fact(.end, "variable", at: binding.end),
    ]
    if let type = binding.type, let function = FunctionType(type) {
      facts.append(Fact(.functionType, function.isThrowing ? "throws" : "", function.result))
      facts += function.parameters.map { scanned($0) }
    }
    return facts
  }
}
