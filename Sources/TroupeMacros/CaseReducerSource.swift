import TroupeMacroScanner

/// The source that `@Reducer` generates for an enum.
struct CaseReducerSource {
  private enum Line {
    /// A line of conditional compilation.
    case directive(String)
    case feature(FeatureCase)
  }

  private let type: TypeDeclaration
  private let lines: [Line]
  private let mayStoreStatics: Bool

  /// Reads the cases; nil if they have mistakes, which have been reported.
  init?(_ type: TypeDeclaration, _ expansion: inout Expansion) {
    self.type = type
    var lines: [Line] = []
    var isValid = true
    for member in type.members {
      switch member.kind {
      case .directive(let text): lines.append(.directive(text))
      case .enumCase(let elements):
        for element in elements {
          guard let feature = FeatureCase(element, member.prefix) else {
            let end = element.start + element.name.utf8.count
            expansion.error(
              "a case of a '@Reducer' enum has one reducer as its payload, or none; '@ReducerCaseIgnored' marks one "
                + "with plain state",
              at: expansion.declaration.place(element.start..<end)
            )
            isValid = false
            continue
          }
          lines.append(.feature(feature))
        }
      default: break
      }
    }
    guard isValid else { return nil }
    self.lines = lines
    mayStoreStatics = expansion.mayStoreStatics && type.genericParameters == nil
  }

  var text: String {
    let access = type.prefix.access
    let m = Expansion.of
    let start = "\(access)\(Expansion.nonisolated)"
    let indirect = type.prefix.has("indirect") ? "indirect " : ""
    return """
      \(start)\(indirect)enum State: TroupeCasePaths\(m)CasePathable, Troupe\(m)CaseReducerState, Troupe\(m)ObservableState {
      \(access)typealias StateReducer = \(type.name)
      \(access)typealias Action = \(type.name).Action
      \(access)var _$id: Troupe\(m)StateIdentity { .none }
      \(each(\.stateCase))
      \(paths(of: "State", \.stateCase))
      }
      \(start)\(indirect)enum Action: Swift\(m)Sendable, TroupeCasePaths\(m)CasePathable {
      \(each(\.actionCase))
      \(paths(of: "Action", \.actionCase))
      }
      \(start)static var body: some Troupe\(m)Reducer<Self.State, Self.Action> {
      Troupe\(m)EmptyReducer<Self.State, Self.Action>()
      \(each(\.reducer))
      }
      \(start)enum CaseScope: Swift\(m)Sendable {
      \(each(\.scopeCase))
      }
      \(access)static func scope(_ store: isolated Troupe\(m)Store<Self.State, Self.Action>) -> CaseScope? {
      \(each(\.scope))
      return nil
      }
      """
  }

  private func paths(of name: String, _ source: (FeatureCase) -> String?) -> String {
    var scanner = DeclarationScanner(
      SourceText("\(type.prefix.access)enum \(name) {\n\(each(source))\n}")
    )
    let generated = scanner.typeDeclaration()
    return generated.map { CasePathsSource(enum: $0, isStored: mayStoreStatics).text } ?? ""
  }

  private func each(_ source: (FeatureCase) -> String?) -> String {
    lines.compactMap { line in
      switch line {
      case .directive(let text): text
      case .feature(let feature): source(feature)
      }
    }
    .joined(separator: "\n")
  }
}
