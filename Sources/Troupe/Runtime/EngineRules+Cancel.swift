/// A cancellation that is part of an effect doesn't end that effect. If it applies to a node around it, it
/// cancels what has begun beside it in that node, and leaves alone what is still to come.
extension EngineRules {
  /// Cancels the effects with an id, in a scope and in the scopes below it. If the cancellation is part of a
  /// program, the canceller is its parent.
  mutating func cancel(id: CancelID, in scope: ScopeID, by canceller: EffectID? = nil) {
    sparing(canceller) { engine in
      engine.cancelHeld(id, in: scope)
      if scope == .root {
        engine.cancelAll(engine.index[id])
      } else {
        for below in engine.subtree(of: scope) { engine.cancelAll(engine.scopes[below.slot].index[id]) }
      }
    }
  }

  /// Cancels everything in a scope and in the scopes below it. If the cancellation is part of a program, the
  /// canceller is its parent.
  mutating func cancelAll(in scope: ScopeID, by canceller: EffectID? = nil) {
    sparing(canceller) { engine in
      engine.cancelHeld(nil, in: scope)
      for below in engine.subtree(of: scope) {
        let members = engine.memberships.slots(of: engine.scopes[below.slot].members)
        engine.cancelAll(members.map { engine.nodes[$0].id })
      }
    }
  }

  /// Carries out a cancellation, with the nodes around it marked meanwhile.
  private mutating func sparing(_ canceller: EffectID?, _ cancel: (inout EngineRules) -> Void) {
    guard let canceller, isLive(canceller) else { return cancel(&self) }
    setAround(canceller, true)
    cancel(&self)
    setAround(canceller, false)
  }

  private mutating func setAround(_ id: EffectID, _ isAround: Bool) {
    var next: EffectID? = id
    while let id = next {
      nodes[id.slot].isAroundCanceller = isAround
      next = nodes[id.slot].parent
    }
  }

  /// Cancels what has begun in a node around the cancellation, except for the other nodes around it.
  private mutating func cancelBeside(_ id: EffectID) {
    var next: EffectID? = id
    while let id = next {
      next = nil
      for slot in families.slots(of: nodes[id.slot].children) {
        if nodes[slot].isAroundCanceller {
          next = nodes[slot].id
        } else if case .timed(_, nodes[slot].id?, _) = nodes[id.slot].kind {
          // The timer is for the whole node, which goes on.
        } else {
          cancel(nodes[slot].id)
        }
      }
    }
  }

  /// Cancels everything that an action from outside has caused.
  mutating func cancel(_ cascade: CascadeID) {
    guard isLive(cascade) else { return }
    cancelAll(families.slots(of: cascades[cascade.slot].roots).map { nodes[$0].id })
  }

  private mutating func cancelAll(_ ids: [EffectID]) {
    // The outermost node around the cancellation contains the others.
    var isBesideDone = false
    for id in ids {
      guard isLive(id), nodes[id.slot].isAroundCanceller else {
        cancel(id)
        continue
      }
      if !isBesideDone { cancelBeside(id) }
      isBesideDone = true
    }
  }

  private mutating func cancelAll(_ ids: EffectSet?) {
    guard let ids else { return }
    // The usual case needs no array.
    if let only = ids.only, !nodes[only.slot].isAroundCanceller {
      cancel(only)
    } else {
      cancelAll(ids.sorted)
    }
  }

  /// Cancels a node and all nodes below it. Work that has not begun never begins. Work that runs stays until
  /// it has ended.
  mutating func cancel(_ id: EffectID) {
    guard isActive(id) else { return }
    nodes[id.slot].isCancelled = true
    unindex(id)
    switch nodes[id.slot].kind {
    case .job where !nodes[id.slot].isStarted:
      if hasListeners, let snapshot = snapshot(of: id) { tell(.effectCancelled(snapshot)) }
      finish(id)
    case .job:
      emit(.cancel(id))
      if hasListeners, let snapshot = snapshot(of: id) { tell(.effectCancelled(snapshot)) }
      cancelChildren(of: id)
    case .piece:
      emit(.cancel(id))
    case .delivery(let leaf):
      countDroppedAction(leaf.value, nodes[id.slot].origin)
      finish(id)
    case .group, .limited, .throttled, .timed:
      dropHeld(by: id)
      cancelChildren(of: id)
      finishIfEmpty(id)
    case .reducing, .vacant:
      break
    }
  }

  mutating func cancelChildren(of id: EffectID) {
    cancelAll(families.slots(of: nodes[id.slot].children).map { nodes[$0].id })
  }

  /// Drops all actions that wait to be reduced in the turn, and those that take their place. Returns the
  /// number of dropped actions.
  mutating func dropDeliveries() -> Int {
    let before = droppedActions
    while true {
      followUp()
      let waiting = nodes.slots.map { nodes[$0] }.filter {
        if case .delivery = $0.kind { true } else { false }
      }
      if waiting.isEmpty { return droppedActions - before }
      cancelAll(waiting.map(\.id).sorted())
    }
  }

  /// Removes a node from the index of ids.
  mutating func unindex(_ id: EffectID) {
    guard !nodes[id.slot].ids.isEmpty else { return }
    let scope = nodes[id.slot].origin.scope
    for cancelID in nodes[id.slot].ids {
      index.removeMember(id, of: cancelID)
      if scope != .root { scopes[scope.slot].index.removeMember(id, of: cancelID) }
    }
  }
}
