import SwiftSyntax

/// The facts of swift-syntax about a type.
extension Fact {
  static func parsed(_ type: some DeclGroupSyntax, in source: Declaration) -> [Fact] {
    let name = type.declaredName
    let generics =
      type.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause.map { Syntax($0) }
      ?? type.as(ProtocolDeclSyntax.self)?.primaryAssociatedTypeClause.map { Syntax($0) }
    var facts = parsed(type.attributes, type.modifiers, in: source)
    facts.append(Fact(.header, source.text(type.introducer), source.text(name), at: source.start(name)))
    facts.append(Fact(.end, "name", at: source.end(name)))
    if let generics { facts.append(Fact(.generics, source.text(generics))) }
    facts += type.inheritanceClause?.inheritedTypes.map { Fact(.inherited, source.text($0.type)) } ?? []
    facts.append(Fact(.end, "header", at: source.end(type.memberBlock.leftBrace)))
    facts += type.memberBlock.members.flatMap { parsed($0.decl, in: source) }
    facts.append(Fact(.end, "type", at: source.end(type)))
    return facts
  }

  static func parsed(
    _ attributes: AttributeListSyntax,
    _ modifiers: DeclModifierListSyntax,
    in source: Declaration
  ) -> [Fact] {
    attributes.compactMap { element in
      // Members inside `#if` are left out.
      guard case .attribute(let attribute) = element else { return nil }
      let name = source.text(attribute.attributeName)
      return Fact(.attribute, name, source.text(attribute), at: source.start(attribute))
    } + modifiers.map { Fact(.modifier, source.text($0), at: source.start($0)) }
  }
}

extension DeclGroupSyntax {
  /// The text between the keyword and the generic parameters.
  fileprivate var declaredName: Syntax {
    if let name = asProtocol((any NamedDeclSyntax).self)?.name { return Syntax(name) }
    return Syntax(self).as(ExtensionDeclSyntax.self).map { Syntax($0.extendedType) } ?? Syntax(introducer)
  }
}
