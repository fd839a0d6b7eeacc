import TroupeMacroScanner

extension TypeDeclaration {
  /// Whether it is marked as deprecated.
  var isDeprecated: Bool { prefix.attributes.contains(where: \.deprecates) }

  /// Whether an attribute isolates it to an actor.
  var isIsolated: Bool { prefix.attributes.contains(where: \.isActor) }

  /// The underlying types of its type aliases without generic parameters.
  func aliases(in source: SourceText) -> [String: String] {
    var found: [String: String] = [:]
    for member in members {
      guard case .other("typealias", let name) = member.kind else { continue }
      let text = SourceText(source.text(member.range))
      let words = text.tokens.map { text.text($0) }
      guard let keyword = words.firstIndex(of: "typealias"), keyword + 2 < words.count,
        words[keyword + 2] == "="
      else { continue }
      found[name] = text.text(tokens: keyword + 3..<words.count)
    }
    return found
  }

  /// The argument labels of each initialiser in it.
  func initializerLabels(in source: SourceText) -> [[String]] {
    members.compactMap { member in
      guard case .other("init", _) = member.kind else { return nil }
      let text = SourceText(source.text(member.range))
      let words = text.tokens.map { text.text($0) }
      guard let keyword = words.firstIndex(of: "init"),
        let open = words[keyword...].firstIndex(of: "("), text.tokens[open].partner > open
      else { return nil }
      let arguments = text.text(tokens: open..<text.tokens[open].partner + 1)
      return FunctionType("\(arguments) -> Void")?.parameters.map { ($0.label ?? "_").filter { $0 != "`" } }
    }
  }
}

extension Attribute {
  /// Whether it is a global actor's attribute, judging by its name.
  var isActor: Bool { base.hasSuffix("Actor") }
}
