import TroupeMacroScanner

/// `@DependencyClient`: an initialiser whose arguments are unimplemented endpoints unless they are given, and
/// methods with argument labels.
enum DependencyClientMacro: AttachedMacro {
  static func expand(_ expansion: inout Expansion) -> String? {
    guard let type = expansion.declaration.typeDeclaration(), type.keyword == "struct" else {
      expansion.misplaced("'@DependencyClient' can only be applied to a struct")
      return nil
    }
    var properties: [Property] = []
    var depth = 0
    for member in type.members {
      switch member.kind {
      case .directive(let text) where text.hasPrefix("#if"): depth += 1
      case .directive(let text) where text.hasPrefix("#endif"): depth -= 1
      case .variable(let isLet, let bindings):
        for binding in bindings {
          guard let property = Property(binding, isLet: isLet, member.prefix, of: type) else { continue }
          if depth > 0 {
            guard binding.initializer == nil else { continue }
            expansion.error(
              "'\(binding.pattern)' is inside of '#if', and needs an initial value",
              at: expansion.declaration.place(binding.patternRange)
            )
          } else if property.needsInitialValue, let function = property.function {
            expansion.error(
              "'\(binding.pattern)' can't throw, and needs an initial value that says what it returns",
              at: expansion.declaration.place(binding.patternRange),
              fixIts: [
                Diagnostic.FixIt(
                  message: "add an initial value",
                  place: expansion.declaration.place(binding.end..<binding.end),
                  replacement: " = \(placeholder(for: function))"
                )
              ]
            )
          } else {
            properties.append(property)
          }
        }
      default: break
      }
    }
    guard expansion.role == "member", expansion.diagnostics.isEmpty else { return nil }
    return """
      \(type.prefix.access)init(
      \(properties.map(\.parameter).joined(separator: ",\n"))
      ) {
      \(properties.map(\.assignment).joined(separator: "\n"))
      }
      \(methods(of: type))
      """
  }

  /// The methods of the endpoints, without those that another macro or the program declares.
  private static func methods(of type: TypeDeclaration) -> String {
    let written = type.members.compactMap { if case .other("func", let name) = $0.kind { name } else { nil } }
    return type.members.compactMap { member -> String? in
      switch member.kind {
      case .directive(let text): return text
      case .variable(_, let bindings):
        let isLeftOut = ["DependencyEndpoint", "DependencyEndpointIgnored"]
          .contains { member.prefix.has(attribute: $0) }
        guard !isLeftOut else { return nil }
        let methods = bindings.compactMap { EndpointMethod($0, member.prefix) }
        return methods.filter { !written.contains($0.name) }.map(\.text).joined(separator: "\n")
      default: return nil
      }
    }
    .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func placeholder(for function: FunctionType) -> String {
    let arguments = function.parameters.map { _ in "_" }.joined(separator: ", ")
    return "{ \(arguments.isEmpty ? "" : "\(arguments) in ")<#\(function.result)#> }"
  }
}

/// A stored property that the initialiser sets.
private struct Property {
  let name: String
  let type: String
  let initializer: String?
  /// The type, if it is a function's.
  let function: FunctionType?
  let endpoint: String
  /// Whether it isn't an endpoint although it is a function.
  let isIgnored: Bool

  /// Nil for a property that the initialiser doesn't set.
  init?(_ binding: Binding, isLet: Bool, _ prefix: Prefix, of client: TypeDeclaration) {
    guard binding.isIdentifier, !binding.isComputed, let type = binding.type,
      !["static", "class", "lazy"].contains(where: { prefix.has($0) }),
      binding.initializer == nil || !isLet && !prefix.has("private") && !prefix.has("fileprivate")
    else { return nil }
    name = binding.pattern
    // An attribute of a parameter can't precede parentheses around its type.
    self.type = type.withoutParentheses
    // As in the memberwise initialisers of the compiler.
    initializer = binding.initializer ?? (!isLet && type.hasSuffix("?") ? "nil" : nil)
    isIgnored = prefix.has(attribute: "DependencyEndpointIgnored")
    function = FunctionType(self.type)
    endpoint = "\(client.name).\(binding.pattern)".filter { $0 != "`" }
  }

  var needsInitialValue: Bool {
    function.map { !$0.isThrowing && !$0.returnsVoid && !isIgnored } ?? false && initializer == nil
  }

  var parameter: String {
    guard function != nil, !isIgnored else {
      return "\(name): \(function == nil ? "" : "@escaping ")\(type)" + (initializer.map { " = \($0)" } ?? "")
    }
    let returning = initializer.map { ", returning: \($0)" } ?? ""
    return
      "\(name): @escaping \(type) = TroupeDependencies\(Expansion.of)unimplemented(\"\(endpoint)\"\(returning))"
  }

  var assignment: String { "self.\(name) = \(name)" }
}

extension String {
  /// The type without surrounding parentheses, if it is a function type.
  var withoutParentheses: String {
    let source = SourceText(self)
    guard source.tokens.count > 2, hasPrefix("("), hasSuffix(")") else { return self }
    let inner = source.text(tokens: 1..<source.tokens.count - 1).withoutParentheses
    return FunctionType(inner) == nil ? self : inner
  }
}
