import TroupeMacroScanner

/// A stored property of a client that the client's initializer may set.
struct ClientProperty {
  /// The property's name, with backticks if they are written.
  let name: String
  /// The property's type, without parentheses around the whole type.
  let shape: TypeShape
  let initializer: String?
  let prefix: Prefix
  /// Whether the property is an endpoint: a function that, if it isn't passed to the initializer, reports an
  /// issue when it is called.
  let isEndpoint: Bool
  /// Whether the property has a value without the initializer, which is an initial value or the `nil` of an
  /// optional variable.
  let hasValue: Bool
  /// The range of the property's name, in bytes.
  let place: Range<Int>
  let end: Int

  /// Whether the initializer can't set the property, or needs no argument for it.
  let isLeftAlone: Bool

  /// Whether the property or the client is isolated to an actor.
  let isIsolated: Bool

  /// Reads a property; nil if the property isn't stored in each client, or has no type.
  private init?(
    _ binding: Binding,
    isLet: Bool,
    type: String?,
    _ prefix: Prefix,
    _ aliases: [String: String],
    isIsolated: Bool
  ) {
    guard binding.isIdentifier, !binding.isComputed, let type,
      !["static", "class", "lazy"].contains(where: { prefix.has($0) })
    else { return nil }
    name = binding.pattern
    let written = TypeShape(type)
    shape = aliases[written.text].map { TypeShape($0) } ?? written
    initializer = binding.initializer
    self.prefix = prefix
    self.isIsolated = isIsolated || prefix.attributes.contains(where: \.isActor)
    isEndpoint = shape.function != nil && !prefix.has(attribute: "DependencyEndpointIgnored")
    hasValue = initializer != nil || !isLet && shape.isOptional
    place = binding.patternRange
    end = binding.end
    let isPrivate = prefix.has("private") || prefix.has("fileprivate")
    // A variable with an opaque type accepts only values of its initial value's type.
    let opaque = shape.function.map { TypeShape($0.result) } ?? shape
    let isOpaque = !isEndpoint && opaque.contains("some")
    let setsItself = prefix.attributes.contains(where: \.setsTheProperty)
    isLeftAlone = setsItself || isLet && initializer != nil || hasValue && (isPrivate || isOpaque)
  }

  /// Returns the stored properties among the bindings of one declaration.
  ///
  /// - Parameters:
  ///   - aliases: The underlying types of the type aliases that are declared in the client.
  ///   - isIsolated: Whether the client is isolated to an actor.
  static func all(
    _ bindings: [Binding],
    isLet: Bool,
    _ prefix: Prefix,
    _ aliases: [String: String] = [:],
    isIsolated: Bool
  ) -> [Self] {
    var type: String?
    // In `var a, b: Int`, both properties have the second binding's type.
    let typed = bindings.reversed().map { binding in
      type = binding.type ?? (binding.initializer == nil ? type : nil)
      return (binding, type)
    }
    return typed.reversed().compactMap {
      Self($0, isLet: isLet, type: $1, prefix, aliases, isIsolated: isIsolated)
    }
  }

  var isDeprecated: Bool { prefix.attributes.contains(where: \.deprecates) }

  /// The access level of the property's argument.
  var access: Access { Access(prefix) ?? .internal }

  /// Whether the type may be an alias of a function type. In that case, the compiler would only report that
  /// the argument isn't `@escaping`.
  private var mayBeAlias: Bool { shape.function == nil && shape.isNamed }

  /// The message for an endpoint for which no code can be generated; nil if code can be generated.
  var objection: String? {
    guard isEndpoint else { return nil }
    let isPassedOn = initializer != nil && !isUnimplemented
    return shape.function?.objection(to: name, isPassedOn: isPassedOn, isIsolated: isIsolated)
  }

  /// Whether `@DependencyEndpoint` is attached to the property and reports its mistake.
  var isRefusedAsEndpoint: Bool {
    guard let attribute = prefix.attributes.first(where: { $0.base == "DependencyEndpoint" }) else {
      return false
    }
    guard let function = shape.function, objection == nil else { return true }
    return !function.hasNames && EndpointMethod.name(in: SourceText(attribute.text)) != nil
  }

  // MARK: The source for it

  /// Returns the initializer's parameter for the property. If the property isn't a function, the caller adds
  /// the default value.
  func parameter(_ index: Int, consuming: Bool) -> String {
    let type: String
    if let function = shape.function {
      let required = (function.specifiers + ["@escaping", function.signature]).joined(separator: " ")
      type = isEndpoint || hasValue ? "(\(shape.text))? = nil" : required
    } else {
      type = (consuming ? "consuming " : "") + shape.text
    }
    let parameter = "p\(index)"
    return "\(name == parameter ? name : "\(name) \(parameter)"): \(type)"
  }

  /// Returns the statement that sets the property in the initializer, or an empty text for an endpoint that
  /// keeps its value.
  ///
  /// - Parameters:
  ///   - argument: The initializer's parameter; nil if there is none.
  ///   - client: The client's name.
  func assignment(of argument: String?, in client: String) -> String {
    guard let function = shape.function, isEndpoint || hasValue else {
      let alias = "TroupeDependencies\(Expansion.of)_argument"
      return argument.map { "self.\(name) = \(mayBeAlias ? "\(alias)(\($0))" : $0)" } ?? ""
    }
    let unimplemented = isEndpoint ? self.unimplemented(function, in: client) : ""
    guard let argument else { return unimplemented }
    let given = "if let \(argument) {\nself.\(name) = \(argument)\n}"
    return unimplemented.isEmpty ? given : "\(given) else {\n\(unimplemented)\n}"
  }

  /// Returns the statements that set the endpoint to a function that reports that it isn't implemented.
  private func unimplemented(_ function: FunctionType, in client: String) -> String {
    guard initializer != nil else {
      let result = !function.isThrowing && function.returnsOptional ? "\nreturn nil" : ""
      let body = "\(function.isThrowing ? "throw" : "_ =") \(report(in: client))\(result)"
      return "self.\(name) = \(function.closure(readsArguments: false, body))"
    }
    // An endpoint whose initial value is `unimplemented(…)` already reports an issue.
    guard !isUnimplemented else { return "" }
    if needsHelper { return "self.\(name) = \(client).\(helperName)(self.\(name))" }
    return "let initial = self.\(name)\nself.\(name) = \(reporting(function, in: client))"
  }

  /// Returns the closure that reports an issue, and then calls the initial value.
  private func reporting(_ function: FunctionType, in client: String) -> String {
    let call = "_ = \(report(in: client))\nreturn \(function.marks)initial(\(function.passedOn))"
    return function.closure(readsArguments: true, call)
  }

  private func report(in client: String) -> String {
    let endpoint = "\(client).\(name)".filter { $0 != "`" }
    return "TroupeDependencies\(Expansion.of)_reportUnimplemented(\"\(endpoint)\")"
  }

  /// Whether the closure must be created outside the initializer, because a closure created in the
  /// initializer would be isolated to the client's actor.
  private var needsHelper: Bool {
    isEndpoint && isIsolated && initializer != nil && !isUnimplemented && shape.function?.leavesActor ?? false
  }

  private var helperName: String { "_$unimplemented\(place.lowerBound)" }

  /// Returns the function that creates that closure, or nil if the closure is created in the initializer.
  func helper(in client: String) -> String? {
    guard needsHelper, let function = shape.function else { return nil }
    let type = (function.specifiers + ["@escaping", function.signature]).joined(separator: " ")
    return """
      nonisolated private static func \(helperName)(_ initial: \(type)) -> \(shape.text) {
      \(reporting(function, in: client))
      }
      """
  }

  /// Whether the initial value is a call of `unimplemented(…)`.
  var isUnimplemented: Bool {
    let source = SourceText(initializer ?? "")
    let words = source.tokens.prefix { source.text($0) != "(" }.map { source.text($0) }
    return words.last == "unimplemented" && words.dropLast().allSatisfy { $0 != "unimplemented" && $0 != "{" }
  }
}

extension Attribute {
  /// Whether the attribute is `@available(…, deprecated)`.
  var deprecates: Bool {
    let source = SourceText(text)
    return base == "available" && source.tokens.contains { source.text($0) == "deprecated" }
  }

  /// Whether the attribute sets the property's value, as `@Dependency(\.date)` does.
  fileprivate var setsTheProperty: Bool {
    text.hasSuffix(")") && !Self.withArguments.contains(base)
  }

  /// The attributes that have arguments but don't set the property's value.
  private static let withArguments: Set<String> = [
    "DependencyEndpoint", "DependencyEndpointIgnored", "MainActor", "_documentation", "_spi", "available",
    "diagnose", "objc",
  ]
}
