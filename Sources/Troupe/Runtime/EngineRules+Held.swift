// What nodes hold to begin later: a cancellation has to find it, and the scopes that it has parts in have to
// last for it.

extension EngineRules {
  /// Enters what a node holds into the tables: by the ids that occur in it, and by the scopes.
  mutating func indexHeld(by id: EffectID) {
    var ids: [CancelID: [Int]] = [:]
    var scopes: [ScopeID] = []
    nodes[id.slot].held.forEach { program, position in
      program.forEach(
        id: { id in
          if ids[id]?.last != position { ids[id, default: []].append(position) }
        },
        scope: { if scopes.last != $0 { scopes.append($0) } }
      )
    }
    if !ids.isEmpty {
      nodes[id.slot].heldIDs = ids
      for cancelID in ids.keys { held.insertMember(id, of: cancelID) }
    }
    if !scopes.isEmpty {
      scopes = Set(scopes).filter { isActive($0) }.sorted { $0.number < $1.number }
      nodes[id.slot].heldScopes = scopes
      for scope in scopes { self.scopes[scope.slot].holders.insert(id) }
    }
  }

  /// Takes what a node holds out of the tables.
  mutating func unindexHeld(by id: EffectID) {
    if !nodes[id.slot].heldIDs.isEmpty {
      for cancelID in nodes[id.slot].heldIDs.keys { held.removeMember(id, of: cancelID) }
      nodes[id.slot].heldIDs = [:]
    }
    if nodes[id.slot].heldScopes.isEmpty { return }
    let scopes = nodes[id.slot].heldScopes
    nodes[id.slot].heldScopes = []
    for scope in scopes {
      self.scopes[scope.slot].holders.remove(id)
      removeIfOver(scope)
      noteIdleness(of: scope)
    }
  }

  /// Drops what a node holds that is cancelled.
  mutating func dropHeld(by id: EffectID) {
    let route = nodes[id.slot].origin.route
    let dropped = Swift.exchange(&nodes[id.slot].held, with: .none)
    dropped.forEach { program, _ in drop(program, route) }
    unindexHeld(by: id)
  }

  /// Removes what has an id, or everything, from what is held in a scope and below it: it never begins.
  ///
  /// What the nodes around the cancellation hold comes after it, and is left alone.
  mutating func cancelHeld(_ id: CancelID?, in scope: ScopeID) {
    var holders: [EffectID] = []
    if let id {
      holders = held[id]?.sorted ?? []
    } else if scope != .root {
      // In the root scope all that holds something ends itself.
      for below in subtree(of: scope) { holders += scopes[below.slot].holders.sorted }
      holders = Set(holders).sorted()
    }
    for holder in holders where isActive(holder) && !nodes[holder.slot].isAroundCanceller {
      removeHeld(id, from: holder, in: scope)
    }
  }

  private mutating func removeHeld(_ id: CancelID?, from holder: EffectID, in scope: ScopeID) {
    let isWithin = isWithin(nodes[holder.slot].origin.scope, scope)
    var removed: [PlacedProgram] = []
    // Taken out while it is changed, so that it isn't copied.
    var held = Swift.exchange(&nodes[holder.slot].held, with: .none)
    held.update(at: id.map { nodes[holder.slot].heldIDs[$0] ?? [] }) { program in
      program.removing(id, isWithin: isWithin, { self.isWithin($0, scope) }, { removed.append($0) })
    }
    nodes[holder.slot].held = held
    if let id, scope == .root {
      nodes[holder.slot].heldIDs[id] = nil
      self.held.removeMember(holder, of: id)
    }
    for program in removed { drop(program, nodes[holder.slot].origin.route) }
  }
}
