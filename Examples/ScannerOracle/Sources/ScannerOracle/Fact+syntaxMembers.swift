import SwiftSyntax

/// The facts of swift-syntax about members and variables.
extension Fact {
  static func parsed(_ member: DeclSyntax, in source: Declaration) -> [Fact] {
    if let conditions = member.as(IfConfigDeclSyntax.self) { return parsed(conditions, in: source) }
    var facts: [Fact] = []
    if let attributed = member.asProtocol((any WithAttributesSyntax).self),
      let modified = member.asProtocol((any WithModifiersSyntax).self)
    {
      facts += parsed(attributed.attributes, modified.modifiers, in: source)
    }
    if let cases = member.as(EnumCaseDeclSyntax.self) {
      facts += cases.elements.flatMap { parsed($0, in: source) }
    } else if let variable = member.as(VariableDeclSyntax.self) {
      let keyword = variable.bindingSpecifier.text
      facts += variable.bindings.flatMap { parsed($0, keyword: keyword, in: source) }
    } else {
      let (keyword, name) = introduction(of: member)
      facts.append(Fact(.other, keyword, name, at: source.start(member)))
    }
    facts.append(Fact(.end, "member", at: source.end(member)))
    return facts
  }

  private static func parsed(_ conditions: IfConfigDeclSyntax, in source: Declaration) -> [Fact] {
    var facts: [Fact] = []
    for clause in conditions.clauses {
      let last = clause.condition.map { Syntax($0) } ?? Syntax(clause.poundKeyword)
      facts.append(Fact(.directive, source.text(clause.poundKeyword, to: last), at: source.start(clause)))
      facts.append(Fact(.end, "member", at: source.end(last)))
      guard case .decls(let members) = clause.elements else { continue }
      facts += members.flatMap { parsed($0.decl, in: source) }
    }
    facts.append(Fact(.directive, "#endif", at: source.start(conditions.poundEndif)))
    facts.append(Fact(.end, "member", at: source.end(conditions.poundEndif)))
    return facts
  }

  /// The keyword of a declaration, and its name where it is a name.
  private static func introduction(of member: DeclSyntax) -> (keyword: String, name: String) {
    if let group = member.asProtocol((any DeclGroupSyntax).self) {
      return (group.introducer.text, member.asProtocol((any NamedDeclSyntax).self)?.name.text ?? "")
    }
    return switch member.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function):
      (function.funcKeyword.text, function.name.tokenKind.isName ? function.name.text : "")
    case .initializerDecl(let initializer): (initializer.initKeyword.text, "")
    case .deinitializerDecl(let deinitializer): (deinitializer.deinitKeyword.text, "")
    case .subscriptDecl(let subscripted): (subscripted.subscriptKeyword.text, "")
    case .typeAliasDecl(let alias): (alias.typealiasKeyword.text, alias.name.text)
    case .associatedTypeDecl(let type): (type.associatedtypeKeyword.text, type.name.text)
    case .macroDecl(let macro): (macro.macroKeyword.text, macro.name.text)
    case .macroExpansionDecl(let macro): (macro.pound.text + macro.macroName.text, "")
    default: (member.firstToken(viewMode: .sourceAccurate)?.text ?? "", "")
    }
  }

  private static func parsed(_ element: EnumCaseElementSyntax, in source: Declaration) -> [Fact] {
    let parameters = element.parameterClause?.parameters
    var facts = [
      Fact(.enumCase, element.name.text, parameters.map { "\($0.count)" }, at: source.start(element))
    ]
    facts +=
      parameters?.map { parameter in
        Fact(
          .parameter,
          parameter.firstName?.text,
          parameter.secondName?.text,
          source.text(parameter.type),
          parameter.defaultValue.map { source.text($0.value) }
        )
      } ?? []
    if let value = element.rawValue { facts.append(Fact(.rawValue, source.text(value.value))) }
    return facts
  }

  private static func parsed(
    _ binding: PatternBindingSyntax,
    keyword: String,
    in source: Declaration
  ) -> [Fact] {
    let accessors = binding.accessorBlock.map { block in
      block.accessors.as(AccessorDeclListSyntax.self)?.map(\.accessorSpecifier.text).joined(separator: " ")
        ?? "get"
    }
    let type = binding.typeAnnotation?.type
    let last = binding.children(viewMode: .sourceAccurate).last { $0.id != binding.trailingComma?.id }
    let facts = [
      Fact(
        .variable,
        keyword,
        source.text(binding.pattern),
        binding.pattern.is(IdentifierPatternSyntax.self) ? "name" : "pattern",
        type.map { source.text($0) },
        binding.initializer.map { source.text($0.value) },
        accessors,
        at: source.start(binding)
      ),
      Fact(.end, "variable", at: source.end(last ?? Syntax(binding))),
    ]
    return facts + (type?.function.map { parsed($0, in: source) } ?? [])
  }

  private static func parsed(_ function: FunctionTypeSyntax, in source: Declaration) -> [Fact] {
    let thrown = function.effectSpecifiers?.throwsClause
    let isThrowing = thrown.map { $0.type.map { source.text($0) } != "Never" } ?? false
    return [Fact(.functionType, isThrowing ? "throws" : "", source.text(function.returnClause.type))]
      + function.parameters.map { parameter in
        let last = parameter.ellipsis.map { Syntax($0) } ?? Syntax(parameter.type)
        return Fact(
          .parameter,
          parameter.firstName?.text,
          parameter.secondName?.text,
          source.text(parameter.type, to: last),
          nil
        )
      }
  }
}

extension TypeSyntax {
  /// The type as a function type, without attributes, if it is one.
  fileprivate var function: FunctionTypeSyntax? {
    self.as(FunctionTypeSyntax.self) ?? self.as(AttributedTypeSyntax.self)?.baseType.function
  }
}

extension TokenKind {
  fileprivate var isName: Bool {
    switch self {
    case .identifier, .keyword: true
    default: false
    }
  }
}
