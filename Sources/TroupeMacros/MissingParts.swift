import TroupeMacroScanner

/// What `@Reducer` writes of a struct that has neither a reducer nor actions: a feature that does nothing
/// yet, such as a placeholder.
struct MissingParts {
  let type: TypeDeclaration
  let hasState: Bool

  /// Everything has the access of the type.
  var text: String {
    let m = Expansion.of
    let access = type.prefix.access
    let start = "\(access)\(Expansion.nonisolated)"
    // What `@ObservableState` adds is written out.
    let state = """
      \(start)struct State: Swift\(m)Codable, Swift\(m)Hashable, Swift\(m)Sendable, \
      Swift\(m)CustomReflectable, Troupe\(m)ObservableState {
      \(access)var _$id = Troupe\(m)StateIdentity()
      \(access)init() {}
      \(access)var customMirror: Swift\(m)Mirror { Swift\(m)Mirror(self, children: [:], displayStyle: .struct) }
      }

      """
    // An enum without cases would make the compiler warn, in each enum with such actions, of code that never
    // runs.
    return """
      \(hasState ? "" : state)\(start)struct Action: Swift\(m)Hashable, Swift\(m)Sendable {
      private init() {}
      }
      \(start)var body: Troupe\(m)EmptyReducer<Self.State, Self.Action> { Troupe\(m)EmptyReducer() }
      """
  }
}
