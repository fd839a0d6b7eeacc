import TroupeMacroScanner

/// The user-written parts of an enum with `@Reducer`.
struct ChoiceParts {
  /// A part that the macro writes if the user doesn't write it.
  enum Part {
    case type(String)
    case body
    case scope
  }

  private let parts: ConditionalMembers<Part>
  /// The payloads of the user-written `Action`, keyed by the names of its cases, with types as written
  /// outside `Action`. Nil if there is no user-written `Action`, or if `Action` or some of its cases are
  /// conditional.
  private(set) var actions: [String: String]?
  /// The names of the cases of the user-written `State`; nil under the same conditions as ``actions``.
  private(set) var states: Set<String>?

  init(_ type: TypeDeclaration, _ source: SourceText) {
    parts = ConditionalMembers(type.members) { Self.parts($0, in: source) }
    for member in parts.isConditional ? [] : type.members {
      switch member.kind {
      case .other("enum", "Action"): actions = Self.payloads(of: member, in: source)
      case .other("enum", "State"): states = Self.payloads(of: member, in: source).map { Set($0.keys) }
      default: break
      }
    }
  }

  /// Returns the source of a part, or no source where the user has written the part.
  func source(_ source: String, unless name: String) -> String {
    parts.source(source) { part in
      switch part {
      case .type(let type): type == name
      case .body: name == "body"
      case .scope: name == "scope"
      }
    }
  }

  // MARK: Reading

  private static func parts(_ member: Member, in source: SourceText) -> [Part] {
    switch member.kind {
    case .other(let keyword, let name)
    where ["struct", "enum", "class", "actor", "typealias"].contains(keyword):
      return [.type(name)]
    case .other("func", "scope") where member.prefix.has("static"):
      return Signature(member, in: source).labels == ["_"] ? [.scope] : []
    case .variable(_, let bindings) where member.prefix.has("static"):
      return bindings.contains { $0.pattern == "body" } ? [.body] : []
    default: return []
    }
  }

  /// Returns the payloads of an enum's cases, or nil if some cases are conditional.
  private static func payloads(of member: Member, in source: SourceText) -> [String: String]? {
    var scanner = DeclarationScanner(SourceText(source.text(member.range)))
    guard let type = scanner.typeDeclaration() else { return nil }
    var payloads: [String: String] = [:]
    let types = Set(type.members.compactMap { if case .other(_, let name) = $0.kind { name } else { nil } })
    for member in type.members {
      switch member.kind {
      case .directive: return nil
      case .enumCase(let elements):
        for element in elements {
          let parameters = element.parameters ?? []
          let types = parameters.map { $0.type.qualified(types, in: type.name) }
          payloads[element.name] = types.count == 1 ? types[0] : "(\(types.joined(separator: ", ")))"
        }
      default: break
      }
    }
    return payloads
  }
}

extension String {
  /// Returns the type with the names of nested types qualified, as they are written outside the enum.
  fileprivate func qualified(_ names: Set<String>, in outer: String) -> String {
    let source = SourceText(self)
    var result = ""
    var end = 0
    for (index, token) in source.tokens.enumerated() where token.kind == .identifier {
      let isMember = index > 0 && [".", ":"].contains(source.text(source.tokens[index - 1]))
      let isLabel = index + 1 < source.tokens.count && source.text(source.tokens[index + 1]) == ":"
      let name = source.text(token)
      guard !isMember, !isLabel, name == "Self" || names.contains(name) else { continue }
      result += source.text(end..<token.start) + (name == "Self" ? outer : "\(outer).\(name)")
      end = token.end
    }
    return result + source.text(end..<source.bytes.count)
  }
}
