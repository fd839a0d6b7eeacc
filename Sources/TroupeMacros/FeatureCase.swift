import TroupeMacroScanner

/// A case of an enum with `@Reducer`, and the source that is generated for it.
struct FeatureCase {
  private enum Kind {
    /// A feature, and the expression for its reducer.
    case reducer(type: String, expression: String)
    /// State that goes away with its first action.
    case prompt(type: String)
    /// State without actions.
    case plain(payload: String)
  }

  private let name: String
  private let kind: Kind
  /// What its cases start with: a recursive choice of features has to say `indirect`.
  private let start: String

  /// Nil if the payload can't be a reducer.
  init?(_ element: CaseElement, _ prefix: Prefix) {
    name = element.name
    start = prefix.has("indirect") ? "indirect case" : "case"
    let parameters = element.parameters ?? []
    if parameters.isEmpty || prefix.has(attribute: "ReducerCaseIgnored") {
      kind = .plain(
        payload: parameters.isEmpty ? "" : "(\(parameters.map(\.source).joined(separator: ", ")))"
      )
    } else if parameters.count > 1 || parameters[0].isKnownAsPlain {
      return nil
    } else if prefix.has(attribute: "ReducerCaseEphemeral") || parameters[0].isPrompt {
      kind = .prompt(type: parameters[0].type)
    } else {
      let type = parameters[0].type
      kind = .reducer(type: type, expression: parameters[0].defaultValue ?? "\(type)()")
    }
  }

  var stateCase: String? {
    switch kind {
    // The compiler shows this line if the type has no state.
    case .reducer(let type, _):
      "\(start) \(name)(\(type).State) // '@ReducerCaseIgnored' marks a case whose payload is no reducer."
    case .prompt(let type): "\(start) \(name)(\(type))"
    case .plain(let payload): "\(start) \(name)\(payload)"
    }
  }

  var actionCase: String? {
    switch kind {
    case .reducer(let type, _), .prompt(let type): "\(start) \(name)(\(type).Action)"
    case .plain: nil
    }
  }

  var reducer: String? {
    guard case .reducer(_, let expression) = kind else { return nil }
    return ".ifCaseLet(\\.\(name), action: \\.\(name)) { \(expression) }"
  }

  var scopeCase: String? {
    switch kind {
    case .reducer(let type, _): "case \(name)(Troupe\(Expansion.of)StoreOf<\(type)>)"
    case .prompt(let type): "case \(name)(Troupe\(Expansion.of)Store<\(type), \(type).Action>)"
    case .plain: "case \(name)"
    }
  }

  var scope: String? {
    switch kind {
    case .reducer, .prompt:
      "if let store = store.scope(state: \\.\(name), action: \\.\(name)) { return .\(name)(store) }"
    case .plain:
      "if store.isAlive, store.withState({ if case .\(name) = copy $0 { true } else { false } }) { return .\(name) }"
    }
  }
}

extension Parameter {
  /// The name of the type, without its module and its arguments.
  private var typeName: Substring {
    type.prefix { $0 != "<" }.split { ".: ".contains($0) }.last ?? ""
  }

  /// Whether it is a prompt of Troupe.
  fileprivate var isPrompt: Bool { ["AlertState", "ConfirmationDialogState"].contains(typeName) }

  /// Whether it is a well-known type that isn't a reducer.
  fileprivate var isKnownAsPlain: Bool {
    type.hasSuffix("?") || type.hasPrefix("[") || type.hasPrefix("(") || Self.plainTypes.contains(typeName)
  }

  private static let plainTypes: Set<Substring> = [
    "Array", "Bool", "Character", "Data", "Date", "Dictionary", "Double", "Duration", "Float", "Int", "Int16",
    "Int32",
    "Int64", "Int8", "Optional", "Set", "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "URL",
    "UUID", "Void",
  ]

  /// The source of the parameter in a declaration.
  fileprivate var source: String {
    let names = [label, secondName].compactMap(\.self)
    return (names.isEmpty ? "" : names.joined(separator: " ") + ": ") + type
      + (defaultValue.map { " = \($0)" } ?? "")
  }
}
