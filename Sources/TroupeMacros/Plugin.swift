/// Answers the compiler's requests.
///
/// The compiler starts one process for each plugin and each file that it compiles, and sends requests one
/// after another, in version 7 of the macro plugin protocol, which has not changed since 2023. The plugin
/// reads only the parts of a request that it needs, so that later additions are harmless.
struct Plugin {
  /// The macros, keyed by their names in `#externalMacro`.
  let macros: [String: any AttachedMacro.Type]

  /// Returns the answer to a request.
  func answer(_ request: JSON) -> JSON {
    guard let (kind, body) = request.members.first.map({ ($0.key, $0.value) }) else {
      return failure("The macro plugin received a malformed message.")
    }
    switch kind {
    case "getCapability":
      let capability: JSON = .object(["protocolVersion": .number(7), "features": .array([])])
      return .object(["getCapabilityResult": .object(["capability": capability])])
    case "expandAttachedMacro": return expand(body)
    case "expandFreestandingMacro": return expandExpression(body)
    default: return failure("The macro plugin doesn't support the request '\(kind)'.")
    }
  }

  private func expand(_ body: JSON) -> JSON {
    guard var expansion = Expansion(body), let name = body["macro"]?["typeName"]?.string else {
      return failure("The macro plugin received a malformed request.")
    }
    guard let macro = macros[name] else { return failure("The macro plugin has no macro '\(name)'.") }
    let source = macro.expand(&expansion)
    // Messages are sent in one role only. If a macro has several roles, the compiler always expands
    // `extension`.
    if !["extension", "peer"].contains(expansion.role) { return result(source ?? "", []) }
    return result(source ?? (expansion.diagnostics.isEmpty ? "" : nil), expansion.diagnostics)
  }

  private func expandExpression(_ body: JSON) -> JSON {
    guard let use = SyntaxText(body["syntax"]), let name = body["macro"]?["typeName"]?.string else {
      return failure("The macro plugin received a malformed request.")
    }
    guard name == "NoSuchDependencyMacro" else {
      return failure("The macro plugin has no macro '\(name)'.")
    }
    return result("()", [NoSuchDependencyMacro.mistake(of: use, contents: SourceFile.contents)])
  }

  private func failure(_ message: String) -> JSON {
    result(nil, [Diagnostic(message: message, place: Diagnostic.Place(fileName: "", range: 0..<0))])
  }

  private func result(_ source: String?, _ diagnostics: [Diagnostic]) -> JSON {
    .object([
      "expandMacroResult": .object([
        "expandedSource": source.map(JSON.string) ?? .null,
        "diagnostics": .array(diagnostics.map(\.json)),
      ])
    ])
  }
}
