import TroupeMacroScanner

/// The user-written parts of a feature, which is a struct with `@Reducer`.
struct FeatureParts {
  private(set) var types: Set<String> = []
  /// The range of the pattern `body`; nil if there is no `body`.
  private(set) var body: Range<Int>?
  private(set) var hasReduce = false
  /// Whether the feature has both a `body` and a `reduce(into:action:)` for the same actions.
  private(set) var hasBoth = false
  /// The types that the feature must declare itself.
  private(set) var needed: Set<String> = ["State", "Action"]

  init(_ type: TypeDeclaration, in expansion: Expansion) {
    self.init(type, in: expansion.declaration.text, isNested: !expansion.surroundings.isEmpty)
  }

  /// - Parameter isNested: Whether the feature is inside another type, whose `State` or `Action` it can use.
  private init(_ type: TypeDeclaration, in source: SourceText, isNested: Bool) {
    types = Set(SourceText(type.genericParameters ?? "").words)
    var reducesOwn = false
    var depth = 0
    for member in type.members {
      switch member.kind {
      case .directive(let text): depth += text.hasPrefix("#if") ? 1 : text.hasPrefix("#endif") ? -1 : 0
      case .other(let keyword, let name)
      where ["struct", "enum", "class", "actor", "typealias"].contains(keyword):
        types.insert(name)
      case .other("func", "reduce") where !member.prefix.has("static"):
        let signature = Signature(member, in: source)
        guard signature.labels == ["into", "action"] else { continue }
        hasReduce = true
        let domain = (signature.parameters[0].type.withoutInout, signature.parameters[1].type)
        if depth == 0, ["Action", "Self.Action"].contains(domain.1) { reducesOwn = true }
        if body == nil, signature.result != nil { need(domain, isNested: isNested) }
      case .variable(_, let bindings) where !member.prefix.has("static"):
        for binding in bindings where binding.pattern == "body" {
          body = binding.patternRange
          if depth > 0 { reducesOwn = false }
          // If the type isn't written, or has another name, the compiler infers the state and actions that
          // the body reduces.
          need(
            binding.type.map { ReducerDomain($0) }.map { ($0?.state ?? "", $0?.action ?? "") } ?? ("", ""),
            isNested: isNested
          )
        }
      default: break
      }
    }
    hasBoth = body != nil && reducesOwn
    if type.mayInheritParts { needed = [] }
  }

  /// The types that the feature must declare itself and doesn't declare.
  var missing: [String] { ["State", "Action"].filter { needed.contains($0) && !types.contains($0) } }

  private mutating func need(_ domain: (state: String, action: String), isNested: Bool) {
    func isOwn(_ type: String, _ name: String) -> Bool { type == "Self.\(name)" || type == name && !isNested }
    needed = []
    if isOwn(domain.state, "State") { needed.insert("State") }
    if isOwn(domain.action, "Action") { needed.insert("Action") }
  }
}

/// The state type and the action type that a reducer's type names.
struct ReducerDomain {
  let state: String
  let action: String

  /// Parses types such as `some Reducer<State, Action>` and `some ReducerOf<Self>`; nil for other types.
  init?(_ type: String) {
    let source = SourceText(type)
    let words = source.tokens.map { source.text($0) }
    guard let name = words.firstIndex(where: { Self.names.contains($0) }), name + 1 < words.count,
      words[name + 1] == "<",
      let end = source.endOfArguments(name + 1)
    else { return nil }
    let arguments = [Parameter]("(" + source.text(tokens: name + 2..<end - 1) + ")").map(\.type)
    if words[name] == "ReducerOf", arguments.count == 1 {
      self.init(state: "\(arguments[0]).State", action: "\(arguments[0]).Action")
    } else if words[name] != "ReducerOf", arguments.count == 2 {
      self.init(state: arguments[0], action: arguments[1])
    } else {
      return nil
    }
  }

  private init(state: String, action: String) {
    self.state = state
    self.action = action
  }

  private static let names: Set<String> = [
    "EmptyReducer", "Reduce", "Reducer", "ReducerOf", "_ReducerProtocol",
  ]
}

extension TypeDeclaration {
  /// Whether the feature's parts may be declared elsewhere, because the conformance is hand-written or an
  /// unknown protocol may provide the parts.
  fileprivate var mayInheritParts: Bool {
    inherited.contains { type in
      let source = SourceText(type)
      return !Self.withoutParts.contains(source.words.last { $0 != "unchecked" } ?? "")
    }
  }

  private static let withoutParts: Set<String> = [
    "BitwiseCopyable", "Codable", "Comparable", "Copyable", "CustomDebugStringConvertible",
    "CustomReflectable",
    "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable",
    "Sendable",
  ]
}

extension SourceText {
  /// The identifiers and keywords in the source.
  fileprivate var words: [String] { tokens.filter { $0.kind == .identifier }.map { text($0) } }
}

extension String {
  /// The parameter type without `inout`.
  fileprivate var withoutInout: String {
    hasPrefix("inout ") ? String(dropFirst("inout ".count).drop { $0 == " " }) : self
  }
}
