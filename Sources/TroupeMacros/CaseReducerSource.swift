import TroupeMacroScanner

/// The source that `@Reducer` generates for an enum.
struct CaseReducerSource {
  private let type: TypeDeclaration
  private let cases: ConditionalMembers<FeatureCase>
  private let parts: ChoiceParts
  private let mayStoreStatics: Bool
  private let declaration: SyntaxText
  private let stated: StatedConformances

  /// Reads the cases. The result is nil if the cases have mistakes, which are reported.
  init?(_ type: TypeDeclaration, _ expansion: inout Expansion) {
    self.type = type
    declaration = expansion.declaration
    stated = StatedConformances(expansion.attribute.text)
    parts = ChoiceParts(type, declaration.text)
    var mistakes = ChoiceMistakes(type, parts, expansion)
    cases = ConditionalMembers(type.members) { member in
      guard case .enumCase(let elements) = member.kind else { return [] }
      return elements.compactMap { mistakes.check($0, FeatureCase($0, member.prefix, in: type)) }
    }
    mistakes.checkNames(of: cases)
    for (message, range) in mistakes.found { expansion.error(message, at: declaration.place(range)) }
    guard mistakes.found.isEmpty else { return nil }
    mayStoreStatics = expansion.mayStoreStatics && type.genericParameters == nil
  }

  var text: String {
    let access = type.prefix.access
    let m = Expansion.of
    let start = "\(access)\(Expansion.nonisolated)"
    let indirect = type.prefix.has("indirect") ? "indirect " : ""
    let actions = parts.actions
    let (statements, last) = cases.chain(from: "reducer") { feature, base, next in
      feature.embedding(in: base, as: next).map { located($0, feature) }
    }
    return [
      (
        "State",
        """
        \(start)\(indirect)enum State: \
        TroupeCasePaths\(m)CasePathable, Troupe\(m)CaseReducerState, Troupe\(m)ObservableState\
        \(stated.source(of: "state")) {
        \(access)typealias StateReducer = \(type.name)
        \(access)typealias Action = \(type.name).Action
        \(access)var _$id: Troupe\(m)StateIdentity { .none }
        \(each(\.stateCase))
        \(paths(of: "State", \.stateCase))
        }
        """
      ),
      (
        "Action",
        """
        \(start)\(indirect)enum Action: Swift\(m)Sendable, TroupeCasePaths\(m)CasePathable\
        \(stated.source(of: "action", beside: ["sendable"])) {
        \(each(\.actionCase))
        \(paths(of: "Action", \.actionCase))
        }
        """
      ),
      (
        "body",
        """
        \(start)static var body: some Troupe\(m)Reducer<Self.State, Self.Action> {
        let reducer = Troupe\(m)EmptyReducer<Self.State, Self.Action>()
        \(statements)
        return \(last)
        }
        """
      ),
      (
        "CaseScope",
        """
        \(start)enum CaseScope: Swift\(m)Sendable {
        \(each { $0.scopeCase(action: actions?[$0.name]) })
        }
        """
      ),
      (
        "scope",
        """
        \(access)static func scope(_ store: isolated Troupe\(m)Store<Self.State, Self.Action>) \
        -> CaseScope? {
        \(each { $0.scope(action: actions?[$0.name]) })
        return nil
        }
        """
      ),
    ].map { parts.source(home + $1, unless: $0) }.joined(separator: "\n") + "\n" + features
  }

  /// The list of the features, whose types the compiler checks with the conformance. The list can't contain
  /// conditions.
  ///
  /// The list can't contain directives either, so blank lines move each feature to its line.
  private var features: String {
    let access = type.prefix.access
    let hint = "/* '@ReducerCaseIgnored' marks a payload that is no reducer. */"
    var source = ""
    var line = 0
    for feature in cases.unconditional {
      // If a feature names the enum itself, checking the feature would require the conformance that is being
      // checked.
      guard let type = feature.reducerType, !type.has(word: self.type.name) else { continue }
      let target = declaration.line(of: feature.range.lowerBound) ?? 0
      source +=
        source.isEmpty
        ? declaration.directive(at: feature.range.lowerBound) + "\(access)typealias _Features = (" : ", "
      if line > 0, target > line { source += String(repeating: "\n", count: target - line) }
      // The compiler shows this line if the type isn't a reducer.
      source += "Troupe\(Expansion.of)_Feature<\(type)>\(hint)"
      line = target + type.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    return source.isEmpty ? "" : source + ")"
  }

  private func paths(of name: String, _ source: (FeatureCase) -> String?) -> String {
    var scanner = DeclarationScanner(
      SourceText("\(type.prefix.access)enum \(name) {\n\(cases.source(source))\n}")
    )
    let generated = scanner.typeDeclaration()
    return home + (generated.map { CasePathsSource(enum: $0, isStored: mayStoreStatics).text } ?? "")
  }

  private func each(_ source: (FeatureCase) -> String?) -> String {
    cases.source { feature in source(feature).map { located($0, feature) } }
  }

  // MARK: Lines

  /// Returns the source after a directive with the case's line, so that the compiler reports mistakes at that
  /// line.
  private func located(_ source: String, _ feature: FeatureCase) -> String {
    declaration.directive(at: feature.range.lowerBound) + source
  }

  /// A directive that makes the compiler report mistakes at the enum's name.
  private var home: String { declaration.directive(at: type.nameRange.lowerBound) }
}
