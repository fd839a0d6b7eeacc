/// An index of the nodes by the ids that cancel them, for each scope.
struct IDIndex {
  /// The nodes of all scopes. This table serves lookups in the root scope, because all other scopes are below
  /// the root.
  private var all: [CancelID: EffectSet] = [:]
  /// The nodes of each scope below the root.
  private var below = ScopedTable<EffectSet>()

  var isEmpty: Bool { all.isEmpty && below.isEmpty }

  /// Returns the nodes with an id. For the root scope, the nodes of all scopes are returned. For any other
  /// scope, only the nodes of that scope are returned.
  func nodes(_ id: CancelID, in scope: ScopeID) -> EffectSet? {
    scope == .root ? all[id] : below[scope][id]
  }

  mutating func insert(_ node: EffectID, _ ids: CancelIDs, in scope: ScopeID) {
    for id in ids {
      all.insertMember(node, of: id)
      if scope != .root { below[scope].insertMember(node, of: id) }
    }
  }

  mutating func remove(_ node: EffectID, _ ids: CancelIDs, in scope: ScopeID) {
    for id in ids {
      all.removeMember(node, of: id)
      if scope != .root { below[scope].removeMember(node, of: id) }
    }
  }

  /// Frees the memory of a scope that was removed.
  mutating func remove(_ scope: ScopeID) { below.remove(scope) }
}
