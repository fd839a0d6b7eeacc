import TroupeMacroScanner

extension TypeDeclaration {
  /// Whether the type is marked as deprecated.
  var isDeprecated: Bool { prefix.attributes.contains(where: \.deprecates) }

  /// Whether an attribute isolates the type to an actor.
  var isIsolated: Bool { prefix.attributes.contains(where: \.isActor) }

  /// Returns the underlying types of the type's aliases that have no generic parameters.
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

  /// Returns the argument labels of each of the type's initializers.
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
  /// Whether the attribute is a global actor, judging by its name.
  var isActor: Bool { base.hasSuffix("Actor") }
}
