/// The nodes by the ids that cancel them, for each scope.
struct IDIndex {
  /// The nodes of all scopes, as all other scopes are below the root.
  private var all: [CancelID: EffectSet] = [:]
  /// The nodes of each scope below the root.
  private var below = ScopedTable<EffectSet>()

  var isEmpty: Bool { all.isEmpty && below.isEmpty }

  /// The nodes with an id: all of them for the root, and those in the scope itself for another scope.
  func nodes(_ id: CancelID, in scope: ScopeID) -> EffectSet? {
    scope == .root ? all[id] : below[scope][id]
  }

  mutating func insert(_ node: EffectID, _ ids: [CancelID], in scope: ScopeID) {
    for id in ids {
      all.insertMember(node, of: id)
      if scope != .root { below[scope].insertMember(node, of: id) }
    }
  }

  mutating func remove(_ node: EffectID, _ ids: [CancelID], in scope: ScopeID) {
    for id in ids {
      all.removeMember(node, of: id)
      if scope != .root { below[scope].removeMember(node, of: id) }
    }
  }

  /// Frees the memory of a scope that has gone.
  mutating func remove(_ scope: ScopeID) { below.remove(scope) }
}
