import TroupeMacroScanner

/// The initializer that `@DependencyClient` generates.
struct ClientInitializer {
  private let type: TypeDeclaration
  private let access: Access?
  private var properties: [ClientProperty] = []
  /// The statements that set the endpoints inside `#if`, together with the `#if` lines.
  private var conditional: [String] = []
  /// The functions that the initializer calls, together with the `#if` lines.
  private var helpers: [String] = []
  private let isWritten: Bool
  /// Whether `@DependencyEndpoint` accepts all properties to which it is attached.
  private(set) var isComplete = true

  /// Reads the properties and reports properties that no initializer can set.
  init(of type: TypeDeclaration, _ expansion: inout Expansion) {
    self.type = type
    let source = expansion.declaration.text
    let aliases = type.aliases(in: source)
    let isInDeprecated = type.isDeprecated || expansion.isInDeprecated
    var depth = 0
    for member in type.members {
      switch member.kind {
      case .directive(let text):
        depth += text.hasPrefix("#if") ? 1 : text.hasPrefix("#endif") ? -1 : 0
        conditional.append(text)
        helpers.append(text)
      case .variable(let isLet, let bindings):
        Self.checkPatterns(bindings, member.prefix, &expansion)
        let all = ClientProperty.all(
          bindings,
          isLet: isLet,
          member.prefix,
          aliases,
          isIsolated: type.isIsolated
        )
        for property in all where !property.isLeftAlone {
          isComplete = isComplete && !property.isRefusedAsEndpoint
          guard Self.check(property, isConditional: depth > 0, isInDeprecated: isInDeprecated, &expansion),
            // Setting a deprecated property would cause a warning.
            !property.isDeprecated || isInDeprecated
          else { continue }
          if let helper = property.helper(in: type.name) { helpers.append(helper) }
          if depth == 0 {
            properties.append(property)
          } else if property.isEndpoint {
            conditional.append(property.assignment(of: nil, in: type.name))
          }
        }
      default: break
      }
    }
    let labels = properties.map { $0.name.filter { $0 != "`" } }
    isWritten = type.initializerLabels(in: source).contains(labels)
    var access = Access(type.prefix) ?? expansion.accessOfExtension
    // The initializer is as visible as its least visible property, as in the compiler's memberwise
    // initializer. The initializer of a private client can be as visible as the client.
    if let least = properties.map(\.access).min(), least < access ?? .internal, access != .private {
      access = least
    }
    self.access = access == .private && Access(type.prefix) == .private ? nil : access
  }

  /// The source of the initializer and its helpers; empty if the program declares an initializer with these
  /// labels.
  var text: String {
    guard !isWritten else { return "" }
    let isVisible = access.map { $0 >= .package } ?? false
    let isConsuming = type.inherited.contains { $0.hasPrefix("~") && $0.hasSuffix("Copyable") }
    var values: [String] = []
    let parameters = properties.enumerated().map { index, property in
      let parameter = property.parameter(index, consuming: isConsuming)
      guard property.shape.function == nil, property.hasValue else { return parameter }
      let value = property.initializer ?? "nil"
      guard isVisible, property.initializer != nil else { return "\(parameter) = \(value)" }
      // The default argument of a public function can only use public declarations.
      values.append(
        "@usableFromInline static var _$initial\(index): \(property.shape.text) { \(value) }"
      )
      return "\(parameter) = \(type.name)._$initial\(index)"
    }
    let assignments = properties.enumerated().map { $1.assignment(of: "p\($0)", in: type.name) }
    let source = """
      \(access?.modifier ?? "")init(
      \(parameters.joined(separator: ",\n"))
      ) {
      \((assignments + conditional).joined(separator: "\n"))
      }
      """
    return ([source] + values + helpers).joined(separator: "\n")
  }

  // MARK: Mistakes

  /// Reports patterns without an initial value, such as `let (a, b): (Int, Int)`, because the initializer
  /// can't set their parts.
  private static func checkPatterns(_ bindings: [Binding], _ prefix: Prefix, _ expansion: inout Expansion) {
    guard !prefix.has("static") else { return }
    for binding in bindings
    where !binding.isIdentifier && binding.initializer == nil && binding.pattern.hasPrefix("(") {
      expansion.error(
        "'\(binding.pattern)' has no initial value; declare each name separately, with its type",
        at: expansion.declaration.place(binding.patternRange)
      )
    }
  }

  /// Reports a property that can't be set, and returns whether it can be set.
  private static func check(
    _ property: ClientProperty,
    isConditional: Bool,
    isInDeprecated: Bool,
    _ expansion: inout Expansion
  ) -> Bool {
    guard !property.isRefusedAsEndpoint else { return false }
    let place = expansion.declaration.place(property.place)
    let name = property.name
    if property.isDeprecated, !isInDeprecated {
      guard !property.hasValue else { return true }
      expansion.error("'\(name)' is deprecated, so it needs an initial value", at: place)
      return false
    }
    guard property.isEndpoint, let function = property.shape.function else {
      guard isConditional, !property.hasValue else { return true }
      expansion.error("'\(name)' is inside '#if', so it needs an initial value", at: place)
      return false
    }
    if let objection = property.objection {
      expansion.error(objection, at: place)
      return false
    }
    guard property.initializer == nil, !function.canBeUnimplemented else { return true }
    let throwing =
      "throws only '\(function.thrownType ?? "")', so it needs an initial value that throws this error or returns"
    let returning = "can't throw, so it needs an initial value that determines its result"
    let end = expansion.declaration.place(property.end..<property.end)
    expansion.error(
      "'\(name)' \(function.isThrowing ? throwing : returning)",
      at: place,
      fixIts: [
        Diagnostic.FixIt(
          message: "add an initial value",
          place: end,
          replacement: " = \(function.placeholder)"
        )
      ]
    )
    return false
  }
}
