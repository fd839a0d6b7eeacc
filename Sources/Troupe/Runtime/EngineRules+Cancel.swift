/// A cancellation that is part of an effect doesn't end that effect: of the nodes around it, it cancels what
/// has begun beside it and is meant, and leaves alone what is still to come.
extension EngineRules {
  /// Cancels what has an id, in a scope and in the scopes below it. The canceller is the parent of the
  /// cancellation, where that is part of a program.
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

  /// Cancels everything in a scope and in the scopes below it. The canceller is the parent of the
  /// cancellation, where that is part of a program.
  mutating func cancelAll(in scope: ScopeID, by canceller: EffectID? = nil) {
    sparing(canceller) { engine in
      engine.cancelHeld(nil, in: scope)
      for below in engine.subtree(of: scope) {
        let members = engine.memberships.slots(of: engine.scopes[below.slot].members)
        engine.cancelAll(members.map { engine.nodes[$0].id })
      }
    }
  }

  /// Marks the nodes around a cancellation while it acts.
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

  /// Cancels what has begun in a node around the cancellation and isn't around it itself.
  private mutating func cancelBeside(_ id: EffectID) {
    var next: EffectID? = id
    while let id = next {
      next = nil
      for slot in families.slots(of: nodes[id.slot].children) {
        if nodes[slot].isAroundCanceller {
          next = nodes[slot].id
        } else if case .timed(_, nodes[slot].id?, _) = nodes[id.slot].kind {
          // The time runs for the node as a whole, which goes on.
        } else {
          cancel(nodes[slot].id)
        }
      }
    }
  }

  /// Cancels everything that an action from outside caused.
  mutating func cancel(_ cascade: CascadeID) {
    guard isLive(cascade) else { return }
    cancelAll(families.slots(of: cascades[cascade.slot].roots).map { nodes[$0].id })
  }

  private mutating func cancelAll(_ ids: [EffectID]) {
    // Inside of the outermost one around the cancellation are the others.
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

  /// Cancels a node and all below it. What has not begun never does; what runs stays until it has ended.
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
      countDroppedAction(leaf.value)
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

  /// Drops all actions that wait to be reduced in the turn, and those that come up in their stead. The
  /// answer is how many.
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

  /// Takes a node out of the index of ids.
  mutating func unindex(_ id: EffectID) {
    guard !nodes[id.slot].ids.isEmpty else { return }
    let scope = nodes[id.slot].origin.scope
    for cancelID in nodes[id.slot].ids {
      index.removeMember(id, of: cancelID)
      if scope != .root { scopes[scope.slot].index.removeMember(id, of: cancelID) }
    }
  }
}
