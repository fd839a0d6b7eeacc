/// A client with one endpoint: one choice of each part of the grammar.
struct ClientDeclaration {
  /// The number of choices for each part.
  static let sizes = [
    ClientGrammar.clients.count, ClientGrammar.access.count, ClientGrammar.attributes.count,
    ClientGrammar.names.count,
    ClientGrammar.specifiers.count, ClientGrammar.parameters.count, ClientGrammar.effects.count,
    ClientGrammar.results.count,
    ClientGrammar.Initial.allCases.count, ClientGrammar.Shape.allCases.count,
    ClientGrammar.Place.allCases.count,
  ]

  let choices: [Int]

  private var client: (prefix: String, generics: String, inherited: String) {
    ClientGrammar.clients[choices[0]]
  }
  private var access: (client: String, endpoint: String) { ClientGrammar.access[choices[1]] }
  var attribute: String { ClientGrammar.attributes[choices[2]] }
  private var name: (keyword: String, name: String) { ClientGrammar.names[choices[3]] }
  var specifiers: String { ClientGrammar.specifiers[choices[4]] }
  var parameters: [String] { ClientGrammar.parameters[choices[5]] }
  var effects: String { ClientGrammar.effects[choices[6]] }
  var result: (type: String, value: String) { ClientGrammar.results[choices[7]] }
  var initial: ClientGrammar.Initial { ClientGrammar.Initial.allCases[choices[8]] }
  private var shape: ClientGrammar.Shape { ClientGrammar.Shape.allCases[choices[9]] }
  private var place: ClientGrammar.Place { ClientGrammar.Place.allCases[choices[10]] }

  // MARK: What Swift does with it

  /// Whether Swift could accept it, as far as that is known without trying.
  var isPlausible: Bool {
    let list = parameters.joined(separator: ", ")
    let isConcurrent = specifiers.contains("nonisolated") || specifiers.contains("concurrent")
    if isConcurrent, !effects.contains("async") { return false }
    if list.contains("isolated ("), !specifiers.isEmpty, specifiers != "@Sendable" { return false }
    if list.contains("isolated Worker"), !specifiers.isEmpty, specifiers != "@Sendable" { return false }
    if client.inherited == ": Sendable", !["Sendable", "MainActor"].contains(where: specifiers.contains) {
      return false
    }
    if specifiers == "@convention(c)", initial != .none || !list.isEmpty || !effects.isEmpty || isOptional {
      return false
    }
    if initial == .throwing, !isThrowing || error == "unknown" { return false }
    if result.type.hasPrefix("some "), ![.reference, .made].contains(initial) { return false }
    guard initial == .unimplemented else { return true }
    let isTyped = ["Failure", "Whole", "Unimplemented"].contains(where: effects.contains)
    let isUnusual = ["(", "autoclosure", "Unique", "Void", "...", "isolated", "lias", "Maker"].contains(
      where: list.contains
    )
    return !isTyped && !isUnusual
      && !["Unique", "Box", "some", "Never"].contains(where: result.type.contains)
  }

  // MARK: What the macro does with it

  private var isThrowing: Bool { effects.contains("throws") && !effects.contains("Never") }
  /// Whether it can only throw errors of a type that the macro doesn't know.
  private var isTyped: Bool { effects.contains("Failure") || effects.contains("Whole") }
  private var isOptional: Bool { shape == .optional || shape == .unwrapped }
  private var isEndpoint: Bool { !isOptional && attribute != "@DependencyEndpointIgnored" }
  private var hasValue: Bool { initial != .none || isOptional && name.keyword == "var" }
  /// The property that the initializer doesn't set, because it has a value.
  private var isLeftAlone: Bool {
    hasValue
      && (name.keyword == "let" || access.endpoint.contains("private ") || isDeprecated
        || !isEndpoint && result.type.hasPrefix("some "))
  }
  private var isDeprecated: Bool { attribute.contains("deprecated") && !client.prefix.contains("deprecated") }

  /// Words of the message with which the macro rejects it; nil if it has to be silent.
  var refusal: String? {
    let isMarked = attribute.hasPrefix("@DependencyEndpoint") && !attribute.hasSuffix("Ignored")
    let isFunction = isEndpoint && !(isMarked && shape == .alias)
    if isMarked, !isFunction { return "'@DependencyEndpoint' needs a function type" }
    if isMarked, let objection { return objection }
    // Without names, the attribute asks for nothing, unless it names the method.
    if attribute.contains("method:"), !hasNames { return "'@DependencyEndpoint' needs a function type" }
    if isLeftAlone { return nil }
    if isDeprecated { return "is deprecated, so it needs an initial value" }
    if isEndpoint, let objection { return objection }
    guard isEndpoint else {
      let isConditional = place == .conditional || place == .otherwise
      return isConditional && !hasValue ? "is inside '#if', so it needs an initial value" : nil
    }
    if hasValue { return nil }
    if isThrowing {
      return isTyped ? "needs an initial value that throws this error or returns" : nil
    }
    return returnsVoid || returnsOptional ? nil : "can't throw, so it needs an initial value"
  }

  private var returnsVoid: Bool { ["Void", "()", "Swift.Void", "Swift::Void", "(())"].contains(result.type) }

  private var returnsOptional: Bool { result.type.hasSuffix("?") && !result.type.hasPrefix("(Int) ->") }

  private var hasNames: Bool { parameters.contains { $0.hasPrefix("_ ") && !$0.hasPrefix("_ _") } }

  private var objection: String? {
    if parameters.contains(where: { $0.hasSuffix("...") }) { return "variadic parameter" }
    if parameters.contains(where: { $0.hasSuffix("@autoclosure Maker") }) { return "autoclosure behind" }
    let isAsync = effects.contains("async")
    if parameters.contains(where: { $0.contains("autoclosure () async") && !isAsync }) {
      return "'async' autoclosure"
    }
    let isPassedOn = ![.none, .unimplemented].contains(initial)
    let isIsolated = client.prefix.contains("MainActor") || attribute.contains("MainActor")
    if isIsolated, isAsync, !["MainActor", "nonsending"].contains(where: specifiers.contains),
      isPassedOn || hasNames, parameters.contains(where: { $0.contains("@autoclosure") })
    {
      return "would leave the client's actor"
    }
    if parameters.contains(where: { $0.contains("isolated Worker") || $0.contains("isolated (any") }) {
      if isIsolated, hasNames { return "which a method of an actor's client can't have" }
      if isPassedOn, isAsync, !specifiers.contains("@Sendable") { return "must be '@Sendable'" }
    }
    if specifiers == "@convention(c)" { return "is a C function" }
    let needsValue = isThrowing ? isTyped : !returnsVoid && !returnsOptional
    let isCalled = hasNames || needsValue || isPassedOn
    if specifiers.contains("isolated(any)"), isCalled { return "is '@isolated(any)'" }
    return result.type.hasPrefix("some ") ? "returns an opaque type" : nil
  }

  // MARK: Its source

  private var functionType: String {
    switch shape {
    case .lines:
      [specifiers, "(\(parameters.joined(separator: ",\n")))", effects, "->", result.type]
        .filter { !$0.isEmpty }.joined(separator: "\n    ")
    case .comments:
      [specifiers, "(\(parameters.joined(separator: ", ")))", effects, "->", result.type]
        .filter { !$0.isEmpty }.joined(separator: " /* ? -> { = \n*/ ")
    default:
      [specifiers, "(\(parameters.joined(separator: ", ")))", effects, "->", result.type]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private var type: String {
    switch shape {
    case .parentheses: "(\(functionType))"
    case .moreParentheses: "((\(functionType)))"
    case .optional: "(\(functionType))?"
    case .unwrapped: "(\(functionType))!"
    case .alias: "Function"
    case .plain, .lines, .comments: functionType
    }
  }

  private var ignored: String { parameters.map { _ in "_" }.joined(separator: ", ") }

  private func closure(_ body: String, captures: String = "") -> String {
    let head = [
      captures, effects.contains("(") && !effects.contains("Never") ? "(\(ignored)) \(effects)" : ignored,
    ]
    let text = head.filter { !$0.isEmpty }.joined(separator: " ")
    return "{ \(text.isEmpty ? "" : "\(text) in") \(body) }"
  }

  /// The parameters with the names `a0`, `a1` and so on.
  private func typedParameters(label: String = "") -> String {
    parameters.enumerated().map { index, parameter -> String in
      let isNamed = parameter.hasPrefix("_ ") || parameter.hasPrefix("_:")
      return "\(label)a\(index): \(isNamed ? parameter.drop { $0 != ":" }.dropFirst() : parameter[...])"
    }
    .joined(separator: ", ")
  }

  /// The function that an initial value refers to.
  private func function(_ name: String) -> String {
    let prefix = specifiers.split(separator: " ").filter {
      !["@Sendable", "@isolated(any)", "@convention(c)"].contains($0)
    }
    let all = [
      prefix.joined(separator: " "), "func \(name)(\(typedParameters(label: "_ ")))", effects, "->",
      result.type,
    ]
    return all.filter { !$0.isEmpty }.joined(separator: " ") + " { \(result.value) }"
  }

  private func value(_ number: Int) -> String {
    switch initial {
    case .none: ""
    case .closure: closure(result.value)
    case .typedClosure: "{ (\(typedParameters())) \(effects) -> \(result.type) in \(result.value) }"
    case .captures: closure("_ = isChosen; return \(result.value)", captures: "[isChosen]")
    case .statements:
      closure("let all = [isChosen]\n    guard all[0] else { fatalError() }\n    return \(result.value)")
    case .reference: "f\(number)"
    case .staticMember: "F\(number).make"
    case .unimplemented:
      isThrowing ? "unimplemented(\"load\")" : "unimplemented(\"load\", placeholder: \(result.value))"
    case .parentheses: "(\(closure(result.value)))"
    case .made: "{ f\(number) }()"
    case .choice: "isChosen ? f\(number) : f\(number)"
    case .throwing: closure("throw \(error)")
    }
  }

  private var error: String {
    effects.contains("Whole") ? "Whole<Int>()" : effects.contains("Unimplemented") ? "unknown" : "Failure()"
  }

  /// The source of client `C7`, for the number 7, with or without the macro.
  func source(number: Int, expanded: Bool) -> String {
    let marker = expanded || !attribute.hasPrefix("@DependencyEndpoint") ? attribute : ""
    let prefix = [marker, access.endpoint].filter { !$0.isEmpty }.joined(separator: " ")
    let value = value(number)
    let variable = "\(prefix) \(name.keyword) \(name.name): \(type)\(value.isEmpty ? "" : " = \(value)")"
    let alias = shape == .alias ? "\(access.client)typealias Function = \(functionType)\n" : ""
    let body =
      switch place {
      case .alone, .nested: variable
      case .amongOthers: "var first: Int = 1\n\(variable)\nvar last, end: String?\nfunc use() {}"
      case .conditional: "#if os(Linux)\n\(variable)\n#endif"
      case .otherwise: "#if !os(Linux)\n#else\n\(variable)\n#endif"
      }
    let helpers = [
      [.reference, .made, .choice].contains(initial) ? function("f\(number)") : "",
      initial == .staticMember ? "enum F\(number) { static \(function("make")) }" : "",
    ]
    let macro = expanded ? "@DependencyClient " : ""
    let declaration = """
      \(macro)\(client.prefix)\(access.client)struct C\(number)\(client.generics)\(client.inherited) {
      \(alias)\(body)
      }
      """
    let all = helpers + [place == .nested ? "enum N\(number) {\n\(declaration)\n}" : declaration]
    return all.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
