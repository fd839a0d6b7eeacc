/// Answers the compiler's requests.
///
/// The compiler starts one process for each plugin and file that it compiles, and sends one request after
/// another. What is said is the protocol of the compiler's macro plugins, version 7, which has not changed
/// since 2023. Of a request, only what is needed is read, so that later additions do no harm.
struct Plugin {
  /// The macros by the names that their declarations give.
  let macros: [String: any AttachedMacro.Type]

  /// The answer to a request.
  func answer(_ request: JSON) -> JSON {
    guard let (kind, body) = request.members.first.map({ ($0.key, $0.value) }) else {
      return failure("The macro plugin got a malformed message.")
    }
    switch kind {
    case "getCapability":
      let capability: JSON = .object(["protocolVersion": .number(7), "features": .array([])])
      return .object(["getCapabilityResult": .object(["capability": capability])])
    case "expandAttachedMacro": return expand(body)
    default: return failure("The macro plugin has no answer to '\(kind)'.")
    }
  }

  private func expand(_ body: JSON) -> JSON {
    guard var expansion = Expansion(body), let name = body["macro"]?["typeName"]?.string else {
      return failure("The macro plugin got a malformed request.")
    }
    guard let macro = macros[name] else { return failure("The macro plugin has no macro '\(name)'.") }
    let source = macro.expand(&expansion)
    // Said once is enough. Of several roles, `extension` is the one that the compiler always asks for.
    if !["extension", "peer"].contains(expansion.role) { return result(source ?? "", []) }
    return result(source ?? (expansion.diagnostics.isEmpty ? "" : nil), expansion.diagnostics)
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
