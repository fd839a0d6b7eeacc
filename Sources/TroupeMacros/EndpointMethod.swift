import TroupeMacroScanner

/// A method with argument labels that calls an endpoint, whose type has no labels.
struct EndpointMethod {
  let name: String
  private let property: ClientProperty
  private let function: FunctionType

  /// Creates a method; nil if the property isn't an endpoint, or if its parameters have no names.
  init?(_ property: ClientProperty, name: String? = nil) {
    guard let function = property.shape.function, function.hasNames, property.objection == nil else {
      return nil
    }
    self.name = name ?? property.name
    self.property = property
    self.function = function
  }

  var text: String {
    let parameters = function.parameters.enumerated().map { index, parameter in
      "\(parameter.argumentLabel ?? "_") p\(index): \(type(of: parameter))"
    }
    let effects = function.effects.isEmpty ? "" : " \(function.effects)"
    let prefix = (attributes + [access + "func"]).joined(separator: " ")
    return """
      \(prefix) \(name)(\(parameters.joined(separator: ", ")))\(effects) -> \(function.result) {
      \(function.marks)self.\(property.name)(\(function.passedOn))
      }
      """
  }

  /// Returns a parameter's type, which is `sending` if the argument leaves the client's actor.
  private func type(of parameter: Parameter) -> String {
    let type = ParameterType(parameter.type)
    guard property.isIsolated, function.leavesActor,
      !["inout", "borrowing", "sending", "isolated", "__shared"].contains(where: type.has)
    else { return parameter.type }
    let isOwned = type.has("consuming") || type.has("__owned")
    let place = isOwned ? 1 : 0
    return (type.specifiers[..<place] + ["sending"] + type.specifiers[place...] + [type.type.text])
      .joined(separator: " ")
  }

  /// The method's name with its argument labels.
  var fullName: String {
    "\(name)(\(function.parameters.map { "\($0.argumentLabel ?? "_"):" }.joined()))".filter { $0 != "`" }
  }

  /// A signature that no other method of the client may have.
  var signature: String { fullName + function.parameters.map(\.type).joined(separator: ",") }

  private var access: String { Access(property.prefix)?.modifier ?? "" }

  /// The attributes that the method inherits from the property and from the function's type.
  private var attributes: [String] {
    let attributes = property.prefix.attributes.filter { ["available", "_spi"].contains($0.base) }.map(\.text)
    // A method that belongs to the property's actor reads the property on that actor.
    let left =
      ["Sendable", "escaping", "convention"] + (property.isIsolated ? ["nonisolated", "concurrent"] : [])
    let ofFunction = function.specifiers.filter { !left.contains(String($0.specifierName)) }
    guard ofFunction.isEmpty else { return attributes + ofFunction }
    let isNonisolated = property.prefix.modifiers.contains { $0.text.hasPrefix("nonisolated") }
    let hasActor = function.parameters.contains { ParameterType($0.type).has("isolated") }
    return attributes + property.prefix.attributes.filter(\.isActor).map(\.text)
      + (isNonisolated && !hasActor ? ["nonisolated"] : [])
  }

  // MARK: Names

  /// Returns the name in `method: "fetch"`, in backticks if the name needs them, or nil if the attribute
  /// contains no usable name.
  static func name(in attribute: SourceText) -> String? {
    guard let token = attribute.tokens.first(where: { $0.kind == .string }) else { return nil }
    let literal = attribute.text(token)
    guard literal.hasPrefix("\""), !literal.hasPrefix("\"\""),
      !literal.contains(where: { "\\`\n".contains($0) })
    else { return nil }
    let name = String(literal.dropFirst().dropLast())
    let tokens = SourceText(name).tokens
    if tokens.count == 1, tokens[0].kind == .identifier {
      return keywords.contains(name) ? "`\(name)`" : name
    }
    return tokens.contains { $0.kind == .identifier } ? "`\(name)`" : nil
  }

  private static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while",
  ]
}
