// Stores are compared by identity, because a store is a reference.
extension Store: Hashable {
  /// Returns whether two references refer to the same store.
  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }

  /// Hashes the store's identity.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// A store has no `description`, because that property would hide the state's `description`.
extension Store: CustomDebugStringConvertible {
  /// The types of the state and of the actions, and the store's name or the location at which it was created.
  public nonisolated var debugDescription: String {
    let runtime = core.runtime
    return StoreCore<State, Action>.debugDescription(name: runtime.name, location: runtime.location)
  }
}
