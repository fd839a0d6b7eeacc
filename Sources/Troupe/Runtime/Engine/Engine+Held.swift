/// The rules of programs that wait for other programs. The engine is a value that the runtime owns, on the
/// store's executor.
extension Engine {
  /// Makes a node hold programs that it begins later.
  mutating func hold(_ programs: HeldPrograms, by id: EffectID) {
    var contents = programs.contents
    if !contents.scopes.isEmpty {
      contents.scopes = Set(contents.scopes).filter { scopes.isActive($0) }.sorted { $0.number < $1.number }
    }
    held.hold(programs, contents, by: id)
  }

  /// Removes everything that a node holds.
  mutating func releaseHeld(by id: EffectID) {
    if let released = held.release(id) { settle(released.scopes) }
  }

  /// Drops the programs that a cancelled node holds.
  mutating func dropHeld(by id: EffectID) {
    guard let released = held.release(id) else { return }
    let origin = nodes[id].origin
    released.programs.forEach { program, _ in drop(program, origin) }
    settle(released.scopes)
  }

  /// Updates the scopes for which a node held something.
  private mutating func settle(_ scopes: [ScopeID]) {
    for scope in scopes {
      removeIfOver(scope)
      recordIdleness(of: scope)
    }
  }

  /// Removes the parts with an id, or all parts if the id is nil, from the programs held for a scope and the
  /// scopes below it. These parts never begin.
  ///
  /// Programs that are held by nodes that contain the cancellation begin after the cancellation and aren't
  /// affected.
  mutating func cancelHeld(_ id: CancelID?, in scope: ScopeID) {
    var holders: [EffectID] = []
    if let id {
      holders = held.holders(id)
    } else if scope != .root {
      // In the root scope, every node that holds something is itself cancelled.
      holders = held.holders(scopes.subtree(of: scope))
    }
    for holder in holders where isActive(holder) && !nodes[holder].isAroundCanceller {
      removeHeld(id, from: holder, in: scope)
    }
  }

  private mutating func removeHeld(_ id: CancelID?, from holder: EffectID, in scope: ScopeID) {
    let origin = nodes[holder].origin
    let scopes = scopes
    let isWithin = scopes.isWithin(origin.scope, scope)
    var removed: [ResolvedEffect] = []
    held.update(holder, with: id) { program in
      program.removing(id, isWithin: isWithin, { scopes.isWithin($0, scope) }, { removed.append($0) })
    }
    if let id, scope == .root { held.remove(id, from: holder) }
    for program in removed { drop(program, origin) }
  }
}
