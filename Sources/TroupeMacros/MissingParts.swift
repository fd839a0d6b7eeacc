import TroupeMacroScanner

/// The parts that `@Reducer` generates for a struct without a reducer and without actions, which is a feature
/// that does nothing yet, such as a placeholder.
struct MissingParts {
  let type: TypeDeclaration
  let hasState: Bool

  /// The parts' source, with the access level of the type.
  var text: String {
    let m = Expansion.of
    let access = type.prefix.access
    let start = "\(access)\(Expansion.nonisolated)"
    // The members that `@ObservableState` would add are included.
    let state = """
      \(start)struct State: Swift\(m)Codable, Swift\(m)Hashable, Swift\(m)Sendable, \
      Swift\(m)CustomReflectable, Troupe\(m)ObservableState {
      \(access)var _$id = Troupe\(m)StateIdentity()
      \(access)init() {}
      \(access)var customMirror: Swift\(m)Mirror { Swift\(m)Mirror(self, children: [:], displayStyle: .struct) }
      }

      """
    // If the enum had no cases, the compiler would warn about unreachable code in each enum that contains
    // such actions.
    return """
      \(hasState ? "" : state)\(start)struct Action: Swift\(m)Hashable, Swift\(m)Sendable {
      private init() {}
      }
      \(start)var body: Troupe\(m)EmptyReducer<Self.State, Self.Action> { Troupe\(m)EmptyReducer() }
      """
  }
}
