// Stores are compared by identity, because a store is a reference.
extension Store: Hashable {
  /// Returns whether two references refer to the same store.
  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }

  /// Hashes the store's identity.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Store {
  nonisolated static func debugDescription(name: String?, location: CallSite) -> String {
    let name = name.map { "\"\(IssueText.name($0))\"" } ?? "created at \(location)"
    return "Store<\(State.self), \(Action.self)> \(name)"
  }
}

// A store has no `description`, because that property would hide the state's `description`.
extension Store: CustomDebugStringConvertible {
  /// The types of the state and of the actions, and the store's name or the location at which it was created.
  public nonisolated var debugDescription: String {
    let runtime = core.runtime
    return Store.debugDescription(name: runtime.name, location: runtime.location)
  }
}
