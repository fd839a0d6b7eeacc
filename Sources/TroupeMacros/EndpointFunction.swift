import TroupeMacroScanner

/// Source for creating a function of this type, and for forwarding a call's arguments to another function.
extension FunctionType {
  private var types: [ParameterType] { parameters.map { ParameterType($0.type) } }

  /// The arguments of a call to which `p0`, `p1` and so on are forwarded.
  var passedOn: String {
    types.enumerated().map { index, parameter in
      if parameter.has("autoclosure") { return (parameter.type.function?.marks ?? "") + "p\(index)()" }
      if parameter.has("inout") { return "&p\(index)" }
      return parameter.has("repeat") ? "repeat each p\(index)" : "p\(index)"
    }
    .joined(separator: ", ")
  }

  /// The keywords before a call, with a trailing space.
  var marks: String { (isThrowing ? "try " : "") + (isAsync ? "await " : "") }

  /// Returns the source of a closure of this type. If the body reads the arguments, the closure's parameters
  /// are named `p0`, `p1` and so on.
  ///
  /// The parameters' types are inferred from the context, except for types of packs.
  func closure(readsArguments: Bool, _ body: String) -> String {
    let names = parameters.indices.map { readsArguments ? "p\($0)" : "_" }
    let hasPack = types.contains { $0.has("repeat") }
    let hasError = isThrowing && !throwsAnyError
    // The `try` in an argument would turn the closure into a throwing closure.
    let tries =
      !isThrowing && types.contains { $0.has("autoclosure") && $0.type.function?.isThrowing ?? false }
    var head = names.joined(separator: ", ")
    if hasPack { head = zip(names, parameters).map { "\($0): \($1.type)" }.joined(separator: ", ") }
    if hasPack || hasError || tries || has("concurrent") { head = "(\(head))" }
    // Without the effects, the compiler would infer `any Error` instead of the type's error.
    if hasError { head += " \(effects)" }
    if has("concurrent") { head = "@concurrent \(head)\(hasError || tries ? "" : " \(effects)")" }
    if tries { head += isAsync ? " async throws(Never)" : " throws(Never)" }
    return "{ \(head.isEmpty ? "" : "\(head) in")\n\(body)\n}"
  }

  /// Whether a call leaves the caller's actor.
  var leavesActor: Bool {
    isAsync && !specifiers.contains { $0.specifierName.hasSuffix("Actor") || $0.contains("nonsending") }
  }

  /// Whether an endpoint without an initial value can be called, because it can throw the error for
  /// unimplemented endpoints, or because it returns an optional or nothing.
  var canBeUnimplemented: Bool {
    if isThrowing, throwsAnyError || thrownType?.specifierName == "UnimplementedError" { return true }
    return !isThrowing && (returnsVoid || returnsOptional)
  }

  /// Whether a parameter has a name, so that a method with labels is generated.
  var hasNames: Bool { parameters.contains { $0.argumentLabel != nil } }

  /// Returns the message for an endpoint of this type for which no code can be generated, or nil if code can
  /// be generated.
  ///
  /// - Parameter isPassedOn: Whether the endpoint has an initial value to which a call is forwarded.
  /// - Parameter isIsolated: Whether the client is isolated to an actor.
  func objection(to name: String, isPassedOn: Bool, isIsolated: Bool) -> String? {
    if let variadic = types.first(where: \.isVariadic) {
      return
        "'\(name)' has a variadic parameter, which can't be passed on; take an array: '[\(variadic.type.text)]'"
    }
    if types.contains(where: { $0.has("autoclosure") && $0.type.function == nil }) {
      return "'\(name)' has an autoclosure behind a type alias; write its type out: '@autoclosure () -> Int'"
    }
    if !isAsync, types.contains(where: { $0.has("autoclosure") && $0.type.function?.isAsync ?? false }) {
      return
        "'\(name)' has an 'async' autoclosure, but isn't 'async' itself; make the function 'async', or take a closure"
    }
    if isIsolated, leavesActor, isPassedOn || hasNames, types.contains(where: { $0.has("autoclosure") }) {
      return
        "'\(name)' has an autoclosure that would leave the client's actor; take a '@Sendable' closure instead"
    }
    if types.contains(where: { $0.has("isolated") }) {
      if isIsolated, hasNames {
        return
          "'\(name)' has an 'isolated' parameter, which a method of an actor's client can't have; leave out the names of "
          + "the parameters"
      }
      if isPassedOn, isAsync, !has("Sendable") {
        return "'\(name)' has an 'isolated' parameter, so it must be '@Sendable' to have an initial value"
      }
    }
    if specifiers.contains(where: { $0.specifierName == "convention" && !$0.contains("block") }) {
      return
        "'\(name)' is a C function, which can't report that it isn't implemented; leave out '@convention', or mark it "
        + "with '@DependencyEndpointIgnored'"
    }
    // Code outside the function's actor can't pass values to the function, or return its values, unless they
    // are `Sendable`.
    if has("isolated"), isPassedOn || hasNames || !canBeUnimplemented {
      return
        "'\(name)' is '@isolated(any)', so its calls can't be passed on; leave out '@isolated(any)', or give '\(name)' "
        + "neither parameter names nor an initial value"
    }
    if TypeShape(result).contains("some") {
      return
        "'\(name)' returns an opaque type, which no other function can return; write 'any', or the type itself"
    }
    return nil
  }

  /// A placeholder for an initial value, for use in a fix-it.
  var placeholder: String {
    let head = parameters.map { _ in "_" }.joined(separator: ", ")
    if isThrowing, !throwsAnyError { return "{ (\(head)) \(effects) in <#\(result)#> }" }
    return "{ \(head.isEmpty ? "" : "\(head) in ")<#\(result)#> }"
  }
}

extension Parameter {
  /// The parameter's name, which is the label in the method; nil if the parameter has no name.
  var argumentLabel: String? {
    guard let name = secondName ?? label, name != "_" else { return nil }
    return name
  }
}
