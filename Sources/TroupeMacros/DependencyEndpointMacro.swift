import TroupeMacroScanner

/// `@DependencyEndpoint`: a method with argument labels for one endpoint, with the name that the attribute
/// gives or that of the endpoint.
enum DependencyEndpointMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    let member = expansion.declaration.member()
    guard case .variable(_, let bindings) = member.kind, bindings.count == 1 else {
      expansion.misplaced(
        "'@DependencyEndpoint' can only be applied to a property whose type is a function's"
      )
      return nil
    }
    let name = methodName(in: expansion.attribute.text)
    guard let method = EndpointMethod(bindings[0], member.prefix, name: name) else {
      expansion.misplaced(
        "'@DependencyEndpoint' needs a function's type whose parameters have names: '(_ id: Int) -> Void'"
      )
      return nil
    }
    return method.text
  }

  /// The text between the quotes of `method: "fetch"`.
  private static func methodName(in attribute: SourceText) -> String? {
    let parts = attribute.text(tokens: attribute.tokens.indices).split(separator: "\"")
    guard parts.count == 3, !parts[1].isEmpty else { return nil }
    return String(parts[1])
  }
}
