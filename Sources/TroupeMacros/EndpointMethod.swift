import TroupeMacroScanner

/// A method with argument labels that calls an endpoint, whose type has none.
struct EndpointMethod {
  let name: String
  private let endpoint: String
  private let access: String
  private let function: FunctionType

  /// Nil if it isn't an endpoint, or if its parameters have no names.
  init?(_ binding: Binding, _ prefix: Prefix, name: String? = nil) {
    guard binding.isIdentifier, !binding.isComputed, !prefix.has("static"), !prefix.has("lazy"),
      let type = binding.type, let function = FunctionType(type.withoutParentheses),
      function.parameters.contains(where: { $0.argumentLabel != nil }),
      function.parameters.allSatisfy(\.canBePassedOn)
    else { return nil }
    self.name = name ?? binding.pattern
    self.function = function
    endpoint = binding.pattern
    access = prefix.has("private") ? "private " : prefix.access
  }

  var text: String {
    let parameters = function.parameters.enumerated().map { index, parameter in
      "\(parameter.argumentLabel ?? "_") p\(index): \(parameter.type)"
    }
    let arguments = function.parameters.enumerated().map { index, parameter in
      parameter.type.hasPrefix("inout ") ? "&p\(index)" : "p\(index)"
    }
    let attributes = function.attributes.map { $0 + " " }.joined()
    let effects = function.effects.isEmpty ? "" : " \(function.effects)"
    // `async` and `throws` are matched as whole words, because a type in `throws(…)` can have any name.
    let isAsync = function.effects.hasPrefix("async")
    let marks = (function.isThrowing ? "try " : "") + (isAsync ? "await " : "")
    return """
      \(attributes)\(access)func \(name)(\(parameters.joined(separator: ", ")))\(effects) -> \(function.result) {
      \(marks)self.\(endpoint)(\(arguments.joined(separator: ", ")))
      }
      """
  }
}

extension Parameter {
  /// The name of the parameter, which is the label in the method.
  fileprivate var argumentLabel: String? {
    guard let name = secondName ?? label, name != "_" else { return nil }
    return name
  }

  /// Whether a method can take it and pass it on.
  fileprivate var canBePassedOn: Bool { !type.hasSuffix("...") && !type.contains("@autoclosure") }
}
