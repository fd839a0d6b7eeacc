// Nodes hold programs to begin later. A cancellation has to find these programs, and the scopes that they
// have parts in have to last for them.

extension EngineRules {
  /// Enters the programs that a node holds into the tables, by their ids and by their scopes.
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

  /// Removes the programs that a node holds from the tables.
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

  /// Drops the programs that a cancelled node holds.
  mutating func dropHeld(by id: EffectID) {
    let origin = nodes[id.slot].origin
    let dropped = Swift.exchange(&nodes[id.slot].held, with: .none)
    dropped.forEach { program, _ in drop(program, origin) }
    unindexHeld(by: id)
  }

  /// Removes the parts with an id, or all parts if the id is nil, from the programs held for a scope and
  /// the scopes below it. These parts never begin.
  ///
  /// Programs held by the nodes around the cancellation come after it, and are left alone.
  mutating func cancelHeld(_ id: CancelID?, in scope: ScopeID) {
    var holders: [EffectID] = []
    if let id {
      holders = held[id]?.sorted ?? []
    } else if scope != .root {
      // In the root scope, every node that holds something ends itself.
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
    // Take the value out while changing it, so that it isn't copied.
    var held = Swift.exchange(&nodes[holder.slot].held, with: .none)
    held.update(at: id.map { nodes[holder.slot].heldIDs[$0] ?? [] }) { program in
      program.removing(id, isWithin: isWithin, { self.isWithin($0, scope) }, { removed.append($0) })
    }
    nodes[holder.slot].held = held
    if let id, scope == .root {
      nodes[holder.slot].heldIDs[id] = nil
      self.held.removeMember(holder, of: id)
    }
    for program in removed { drop(program, nodes[holder.slot].origin) }
  }
}
