import TroupeMacroScanner

/// A case of an enum with `@Reducer`, together with the source that is generated for the case.
struct FeatureCase {
  private enum Kind {
    /// The payload is a feature.
    case reducer(type: String, defaultValue: String?)
    /// The payload is state that is removed after its first action.
    case prompt(type: String)
    /// The payload is state without actions, or with actions that are declared in the enum's own `Action`.
    case plain([Parameter])
  }

  let name: String
  /// The range of the case's name, in bytes.
  let range: Range<Int>
  private let kind: Kind
  /// The keywords before each generated case. In a recursive choice of features, the cases must be
  /// `indirect`.
  private let start: String
  /// The label of a single payload, with a colon and a space.
  private let label: String
  /// The case's `@available` attributes, with a space after each.
  private let availability: String
  private let isDeprecated: Bool
  /// Whether the case can have values.
  let exists: Bool

  /// Reads a case; nil if the payload can't be a reducer.
  init?(_ element: CaseElement, _ prefix: Prefix, in type: TypeDeclaration) {
    name = element.name
    range = element.start..<element.start + element.name.utf8.count
    start = prefix.has("indirect") ? "indirect case" : "case"
    let parameters = (element.parameters ?? []).map { parameter in
      var parameter = parameter
      // In the generated enums, `Self` would refer to these enums.
      parameter.type = parameter.type.replacing(word: "Self", by: type.name)
      return parameter
    }
    // If the generated cases were also deprecated, the compiler would warn about the generated code.
    let attributes = prefix.attributes.filter { $0.base == "available" && !$0.says("deprecated") }
    isDeprecated = prefix.attributes.contains { $0.base == "available" && $0.says("deprecated") }
    availability = attributes.map { $0.text + " " }.joined()
    exists = !attributes.contains(where: \.saysUnavailable)
    label = parameters.count == 1 ? parameters[0].names : ""
    let isEphemeral = prefix.has(attribute: "ReducerCaseEphemeral")
    // Several values can't be a reducer, so they need no mark.
    let areValues = parameters.count > 1 && !isEphemeral
    if parameters.isEmpty || areValues || prefix.has(attribute: "ReducerCaseIgnored") {
      kind = .plain(parameters)
    } else {
      guard parameters.count == 1, let name = TypeName(parameters[0].type), !name.isKnownAsPlain else {
        return nil
      }
      let isPrompt = isEphemeral || name.isPrompt
      kind =
        isPrompt
        ? .prompt(type: name.text) : .reducer(type: name.text, defaultValue: parameters[0].defaultValue)
    }
  }

  // MARK: State and actions

  /// The source of the case in the generated `State`.
  var stateCase: String {
    switch kind {
    case .reducer(let type, _): "\(availability)\(start) \(name)(\(label)\(type).State)"
    case .prompt(let type): "\(availability)\(start) \(name)(\(label)\(type))"
    case .plain(let parameters): "\(availability)\(start) \(name)\(parameters.source)"
    }
  }

  /// The source of the case in the generated `Action`; nil if there is none.
  var actionCase: String? {
    switch kind {
    case .reducer(let type, _), .prompt(let type):
      "\(availability)\(start) \(name)(\(label)\(type).Action)"
    case .plain: nil
    }
  }

  /// Whether a user-written `Action` must have a case with the same name.
  var needsActions: Bool {
    if case .plain = kind { false } else { exists }
  }

  /// The case's paths as arguments. The paths include their root types, because properties can have the names
  /// of cases. After a type, the compiler rejects some names, even with backticks.
  private var paths: String {
    ["`init`", "`self`", "`Type`", "`Protocol`"].contains(name)
      ? "\\.\(name), action: \\.\(name)" : "\\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)"
  }

  // MARK: The body

  /// The type of the case's feature; nil if the case has no feature.
  var reducerType: String? {
    if case .reducer(let type, _) = kind, exists { type } else { nil }
  }

  /// Returns the statements that embed the case's reducer, or nil if the case has no feature.
  ///
  /// - Parameters:
  ///   - base: The name of the reducer before the case is embedded.
  ///   - next: The name of the reducer after the case is embedded.
  func embedding(in base: String, as next: String) -> String? {
    guard exists, case .reducer(let type, let defaultValue) = kind else { return nil }
    // The default value is read from a value of the case, because the expression has the payload's type only
    // as the case's default argument. The compiler would warn about creating a value of a deprecated case, so
    // that case's default value is copied instead.
    let child =
      switch defaultValue {
      case nil: "let \(next)Child = Troupe\(Expansion.of)_Feature<\(type)>.reducer(.init())"
      case let value? where isDeprecated: "let \(next)Child: \(type) = \(value)"
      case _?:
        """
        let \(next)Case: Self = .\(name)(); \
        let \(next)Child: \(type)? = if case .\(name)(let child) = \(next)Case { child } else { nil }
        """
      }
    return """
      \(child); \
      let \(next) = \(base).ifCaseLet(\(paths)) { \(next)Child }
      """
  }

  // MARK: Scoping

  /// Returns the type of the store in `CaseScope`, or nil if the case has no store.
  ///
  /// - Parameter action: The payload of the corresponding case in the user-written `Action`; nil if there is
  ///   none.
  private func storeType(action: String?) -> String? {
    let store = "Troupe\(Expansion.of)Store"
    // A case without values has no path.
    if action == "Never" || action == "Swift.Never" { return nil }
    switch kind {
    case .reducer(let type, _): return "\(store)<\(type).State, \(action ?? "\(type).Action")>"
    case .prompt(let type): return "\(store)<\(type), \(action ?? "\(type).Action")>"
    case .plain(let parameters):
      guard parameters.count == 1, let action else { return nil }
      return "\(store)<\(parameters[0].type), \(action)>"
    }
  }

  /// Returns the source of the case in `CaseScope`.
  func scopeCase(action: String?) -> String {
    availability + "case \(name)\(storeType(action: action).map { "(\($0))" } ?? "")"
  }

  /// Returns the statement that returns the case of `CaseScope`.
  func scope(action: String?) -> String? {
    guard exists else { return nil }
    // The statement includes the type `CaseScope`, because a case can have the same name as a case of
    // `Optional`.
    if storeType(action: action) != nil {
      return """
        if let child = store.scope(state: \(paths)) { \
        let scope: CaseScope = .\(name)(child); return scope }
        """
    }
    return """
      if store.isAlive, store.withState({ if case .\(name) = copy $0 { true } else { false } }) { \
      let scope: CaseScope = .\(name); return scope }
      """
  }
}

extension Parameter {
  /// The names before the parameter's type, with a colon and a space.
  fileprivate var names: String {
    let names = [label, secondName].compactMap(\.self)
    return names.isEmpty ? "" : names.joined(separator: " ") + ": "
  }
}

extension [Parameter] {
  /// The payload's source.
  fileprivate var source: String {
    if isEmpty { return "" }
    return "("
      + map { $0.names + $0.type + ($0.defaultValue.map { " = \($0)" } ?? "") }.joined(separator: ", ") + ")"
  }
}
