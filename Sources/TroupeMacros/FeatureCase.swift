import TroupeMacroScanner

/// A case of an enum with `@Reducer`, and the source that is generated for it.
struct FeatureCase {
  private enum Kind {
    /// A feature.
    case reducer(type: String, defaultValue: String?)
    /// State that is removed after its first action.
    case prompt(type: String)
    /// State without actions, or with the actions in the enum's own `Action`.
    case plain([Parameter])
  }

  let name: String
  /// The range of the name, in bytes.
  let range: Range<Int>
  private let kind: Kind
  /// The beginning of its cases: a recursive choice of features has to be `indirect`.
  private let start: String
  /// The label of a single payload, with a colon and a blank.
  private let label: String
  /// Its `@available` attributes, with a blank after each.
  private let availability: String
  private let isDeprecated: Bool
  /// Whether it can have values.
  let exists: Bool

  /// Nil if the payload can't be a reducer.
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
    if parameters.isEmpty || prefix.has(attribute: "ReducerCaseIgnored") {
      kind = .plain(parameters)
    } else {
      guard parameters.count == 1, let name = TypeName(parameters[0].type), !name.isKnownAsPlain else {
        return nil
      }
      let isPrompt = prefix.has(attribute: "ReducerCaseEphemeral") || name.isPrompt
      kind =
        isPrompt
        ? .prompt(type: name.text) : .reducer(type: name.text, defaultValue: parameters[0].defaultValue)
    }
  }

  // MARK: State and actions

  /// Its case in the generated `State`.
  var stateCase: String {
    switch kind {
    case .reducer(let type, _): "\(availability)\(start) \(name)(\(label)\(type).State)"
    case .prompt(let type): "\(availability)\(start) \(name)(\(label)\(type))"
    case .plain(let parameters): "\(availability)\(start) \(name)\(parameters.source)"
    }
  }

  /// Its case in the generated `Action`.
  var actionCase: String? {
    switch kind {
    case .reducer(let type, _), .prompt(let type):
      "\(availability)\(start) \(name)(\(label)\(type).Action)"
    case .plain: nil
    }
  }

  /// Whether a user-written `Action` must have a case for it.
  var needsActions: Bool {
    if case .plain = kind { false } else { exists }
  }

  /// Its case paths as arguments. Their roots are written out, because properties can have the names of
  /// cases. After a type, the compiler rejects some names, even with backticks.
  private var paths: String {
    ["`init`", "`self`", "`Type`", "`Protocol`"].contains(name)
      ? "\\.\(name), action: \\.\(name)" : "\\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)"
  }

  // MARK: The body

  /// The type of its feature.
  var reducerType: String? {
    if case .reducer(let type, _) = kind, exists { type } else { nil }
  }

  /// The statements that embed its reducer.
  ///
  /// - Parameters:
  ///   - base: The name of the reducer so far.
  ///   - next: The name of the reducer with it.
  func embedding(in base: String, as next: String) -> String? {
    guard exists, case .reducer(let type, let defaultValue) = kind else { return nil }
    // The case is called for its default value, which has the payload's type only there. The compiler would
    // warn about a call of a deprecated case, so its value is copied instead.
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

  /// The types of the store in `CaseScope`; nil if there is no store.
  ///
  /// - Parameter action: The payload of the case in the user's `Action`.
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

  /// Its case in `CaseScope`.
  func scopeCase(action: String?) -> String {
    availability + "case \(name)\(storeType(action: action).map { "(\($0))" } ?? "")"
  }

  /// The statement that returns its case.
  func scope(action: String?) -> String? {
    guard exists else { return nil }
    // The type is written out, because a case can have the same name as a case of `Optional`.
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
  /// The names before the type, with a colon and a blank.
  fileprivate var names: String {
    let names = [label, secondName].compactMap(\.self)
    return names.isEmpty ? "" : names.joined(separator: " ") + ": "
  }
}

extension [Parameter] {
  /// The source of the payload.
  fileprivate var source: String {
    if isEmpty { return "" }
    return "("
      + map { $0.names + $0.type + ($0.defaultValue.map { " = \($0)" } ?? "") }.joined(separator: ", ") + ")"
  }
}
