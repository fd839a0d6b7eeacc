import TroupeMacroScanner

/// Expands `@DependencyClient` to an initializer whose omitted arguments are unimplemented endpoints, and
/// methods with argument labels.
enum DependencyClientMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let type = expansion.typeDeclaration(), type.keyword == "struct" else {
      expansion.misplaced("'@DependencyClient' can only be applied to a struct")
      return nil
    }
    let initializer = ClientInitializer(of: type, &expansion)
    let methods = methods(of: type, &expansion)
    guard expansion.role == "member", initializer.isComplete, expansion.diagnostics.isEmpty else {
      return nil
    }
    return [initializer.text, methods].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the endpoints' methods, except for methods that another macro or the program declares.
  private static func methods(of type: TypeDeclaration, _ expansion: inout Expansion) -> String {
    let written = type.members.compactMap { if case .other("func", let name) = $0.kind { name } else { nil } }
    let aliases = type.aliases(in: expansion.declaration.text)
    var signatures: Set<String> = []
    var isConditional = false
    var source: [String] = []
    for member in type.members {
      switch member.kind {
      case .directive(let text):
        isConditional = !text.hasPrefix("#endif")
        source.append(text)
      case .variable(let isLet, let bindings) where !member.prefix.has(attribute: "DependencyEndpointIgnored"):
        let marker = member.prefix.attributes.first { $0.base == "DependencyEndpoint" }
        let name = marker.flatMap { EndpointMethod.name(in: SourceText($0.text)) }
        let all = ClientProperty.all(
          bindings,
          isLet: isLet,
          member.prefix,
          aliases,
          isIsolated: type.isIsolated
        )
        for property in all {
          guard let method = EndpointMethod(property, name: name),
            marker != nil || !written.contains(method.name)
          else { continue }
          if marker == nil { source.append(method.text) }
          guard !isConditional, !signatures.insert(method.signature).inserted else { continue }
          expansion.error(
            "another endpoint has the method '\(method.fullName)'; give the method of '\(property.name)' another name with "
              + "'@DependencyEndpoint(method:)'",
            at: expansion.declaration.place(property.place)
          )
        }
      default: break
      }
    }
    return source.joined(separator: "\n")
  }
}
