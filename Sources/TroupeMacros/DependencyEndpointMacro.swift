import TroupeMacroScanner

/// Expands `@DependencyEndpoint` to a method with argument labels for one endpoint, named by the attribute or
/// after the endpoint. In a client with `@DependencyClient`, an endpoint whose parameters have no names needs
/// no method.
enum DependencyEndpointMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    let member = expansion.declaration.member()
    guard case .variable(let isLet, let bindings) = member.kind, bindings.count == 1,
      !expansion.surroundings.isEmpty
    else {
      expansion.misplaced(
        "'@DependencyEndpoint' can only be applied to a property with a function type"
      )
      return nil
    }
    guard bindings[0].isIdentifier, !bindings[0].isComputed,
      !["static", "class", "lazy"].contains(where: { member.prefix.has($0) })
    else {
      expansion.misplaced("'@DependencyEndpoint' can only be applied to a stored property that isn't 'lazy'")
      return nil
    }
    let arguments = expansion.attribute.text
    let name = EndpointMethod.name(in: arguments)
    if name == nil, arguments.tokens.contains(where: { arguments.text($0) == "(" }) {
      expansion.misplaced(
        "'@DependencyEndpoint' needs a method name in quotes: 'method: \"load\"'"
      )
      return nil
    }
    let type = expansion.surroundings.first?.typeDeclaration(members: false)
    let isInClient = type?.prefix.has(attribute: "DependencyClient") ?? false
    let property = ClientProperty.all(
      bindings,
      isLet: isLet,
      member.prefix,
      isIsolated: type?.isIsolated ?? false
    )
    .first
    if let objection = property?.objection {
      expansion.error(objection, at: expansion.declaration.place(bindings[0].patternRange))
      return nil
    }
    if let property, let method = EndpointMethod(property, name: name) { return method.text }
    let isFunction = property?.shape.function != nil
    if isFunction, isInClient, name == nil { return nil }
    let remedy =
      isFunction && !isInClient
      ? "; for an endpoint that reports an issue, apply '@DependencyClient' to the type" : ""
    expansion.misplaced(
      "'@DependencyEndpoint' needs a function type whose parameters have names: '(_ id: Int) -> Void'\(remedy)"
    )
    return nil
  }
}
