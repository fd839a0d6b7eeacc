import TroupeMacroScanner

/// The mistakes in an enum with `@Reducer`.
struct ChoiceMistakes {
  private let parts: ChoiceParts
  private(set) var found: [(message: String, range: Range<Int>)] = []

  init(_ type: TypeDeclaration, _ parts: ChoiceParts, _ expansion: Expansion) {
    self.parts = parts
    for member in type.members { checkPart(member, in: type, expansion.declaration.text) }
  }

  private mutating func report(_ message: String, at range: Range<Int>) { found.append((message, range)) }

  // MARK: Parts

  private mutating func checkPart(_ member: Member, in type: TypeDeclaration, _ source: SourceText) {
    let choice = "'\(type.name)', which is an enum with '@Reducer',"
    switch member.kind {
    case .variable(_, let bindings) where !member.prefix.has("static"):
      for binding in bindings where binding.pattern == "body" {
        report("the 'body' of \(choice) must be 'static'", at: binding.patternRange)
      }
    case .other("func", "reduce") where !member.prefix.has("static"):
      guard Signature(member, in: source).labels == ["into", "action"] else { return }
      report(
        "'reduce(into:action:)' of \(choice) is never called; move its code to 'static var body'",
        at: member.range
      )
    case .other(let keyword, "State") where ["struct", "class", "actor"].contains(keyword):
      report("the 'State' of \(choice) must be an enum with the same cases", at: member.range)
    default: break
    }
  }

  // MARK: Cases

  /// Reports a case's mistakes, and returns the case, or nil if its payload isn't allowed.
  mutating func check(_ element: CaseElement, _ feature: FeatureCase?) -> FeatureCase? {
    let range = element.start..<element.start + element.name.utf8.count
    let name = element.name
    guard let feature else {
      report(
        "'\(name)' must have one reducer as its payload, or no payload, because the enum has '@Reducer'; for a case with "
          + "plain state, add '@ReducerCaseIgnored'",
        at: range
      )
      return nil
    }
    if Self.taken.contains(name) {
      report(
        "a case of a '@Reducer' enum can't be named '\(name)', because the macro generates that name; choose "
          + "another name",
        at: range
      )
    }
    if feature.needsActions, let actions = parts.actions, actions[name] == nil {
      report("the 'Action' has no case '\(name)' for the actions of this feature", at: range)
    }
    if let states = parts.states, !states.contains(name) {
      report("the 'State' has no case '\(name)'", at: range)
    }
    return feature
  }

  /// The names of members that the macro writes in the enum and in its `State`, and `Self`, which can't be a
  /// case's name in a key path.
  private static let taken: Set<String> = [
    "Action", "AllCasePaths", "CaseScope", "State", "StateReducer", "_Features", "`Self`", "allCasePaths",
    "body",
  ]

  /// Reports cases with the same name, which would get properties with the same name, unless `#if` compiles
  /// only one of the cases.
  mutating func checkNames(of cases: ConditionalMembers<FeatureCase>) {
    var names: Set<String> = []
    for feature in cases.unconditional where !names.insert(feature.name).inserted {
      report(
        "'@Reducer' can't be applied to overloaded case name '\(feature.name)'; rename one of the cases",
        at: feature.range
      )
    }
  }
}
