extension EngineRules {
  /// Takes note of what a node holds to begin later: of the ids that occur in it, so that a cancellation finds them,
  /// and of the scopes, so that they last until then.
  mutating func noteQueued(of id: EffectID) {
    var ids: [CancelID: [Int]] = [:]
    var held: [ScopeID] = []
    func note(_ program: Program, at position: Int) {
      program.forEach(
        id: { id in
          if ids[id]?.last != position { ids[id, default: []].append(position) }
        },
        scope: { if held.last != $0 { held.append($0) } }
      )
    }
    switch nodes[id.slot].kind {
    case .sequence(let members, let next):
      for position in next..<members.count { note(members[position], at: position) }
    case .limited(let program?, _), .throttled(let program?, _): note(program, at: 0)
    default: break
    }
    if !ids.isEmpty {
      nodes[id.slot].queuedIDs = ids
      for cancelID in ids.keys { queued.insertMember(id, of: cancelID) }
    }
    if !held.isEmpty {
      held = Set(held).filter { isActive($0) }.sorted { $0.number < $1.number }
      nodes[id.slot].heldScopes = held
      for scope in held { scopes[scope.slot].holders.insert(id) }
    }
  }

  mutating func forgetQueued(of id: EffectID) {
    if !nodes[id.slot].queuedIDs.isEmpty {
      for cancelID in nodes[id.slot].queuedIDs.keys { queued.removeMember(id, of: cancelID) }
      nodes[id.slot].queuedIDs = [:]
    }
    if nodes[id.slot].heldScopes.isEmpty { return }
    let held = nodes[id.slot].heldScopes
    nodes[id.slot].heldScopes = []
    for scope in held {
      scopes[scope.slot].holders.remove(id)
      releaseScope(scope)
      noteIdleness(of: scope)
    }
  }

  /// Removes what has an id, or everything, from what is to begin later, in a scope and below it: it never begins.
  ///
  /// What the nodes around the cancellation hold comes after it, and is left alone.
  mutating func cancelQueued(_ id: CancelID?, in scope: ScopeID) {
    var holders: [EffectID] = []
    if let id {
      holders = queued[id]?.sorted ?? []
    } else if scope != .root {
      // In the root scope all that holds something ends itself.
      for below in subtree(of: scope) { holders += scopes[below.slot].holders.sorted }
      holders = Set(holders).sorted()
    }
    for holder in holders where isActive(holder) && !nodes[holder.slot].isAroundCanceller {
      removeQueued(id, from: holder, in: scope)
    }
  }

  private mutating func removeQueued(_ id: CancelID?, from holder: EffectID, in scope: ScopeID) {
    let isWithin = isWithin(nodes[holder.slot].origin.scope, scope)
    var removed: [Program] = []
    func remove(from program: Program) -> Program {
      program.removing(id, isWithin: isWithin, { self.isWithin($0, scope) }, { removed.append($0) })
    }
    if let (taken, next) = takeMembers(of: holder) {
      var members = consume taken
      for position in id.map({ nodes[holder.slot].queuedIDs[$0] ?? [] }) ?? Array(members.indices)
      where position >= next {
        members[position] = remove(from: members[position])
      }
      nodes[holder.slot].kind = .sequence(members, next: next)
    }
    switch nodes[holder.slot].kind {
    case .limited(let program?, let limit):
      nodes[holder.slot].kind = .limited(remove(from: program), limit)
    case .throttled(let program?, let throttle):
      nodes[holder.slot].kind = .throttled(remove(from: program), throttle)
    default: break
    }
    if let id, scope == .root {
      nodes[holder.slot].queuedIDs[id] = nil
      queued.removeMember(holder, of: id)
    }
    for program in removed { discard(program, nodes[holder.slot].origin.route) }
  }

  /// Takes the members out of a sequence, to be put back: changed where they are, they would be copied each time.
  private mutating func takeMembers(of id: EffectID) -> (members: [Program], next: Int)? {
    guard case .sequence(let members, let next) = nodes[id.slot].kind else { return nil }
    nodes[id.slot].kind = .group
    return (members, next)
  }
}
