extension Engine {
  /// Cancels what has an id, in a scope and in the scopes below it.
  ///
  /// - Parameter canceller: The parent of the cancellation, where that is part of a program.
  mutating func cancel(id: CancelID, in scope: ScopeID, by canceller: EffectID? = nil) {
    cancelQueued(id, in: scope, by: canceller)
    if scope == .root {
      cancelAll(index[id])
    } else {
      for below in subtree(of: scope) { cancelAll(scopes[below.slot].index[id]) }
    }
  }

  /// Cancels everything in a scope and in the scopes below it.
  mutating func cancelAll(in scope: ScopeID) {
    for below in subtree(of: scope) {
      cancelAll(memberships.slots(of: scopes[below.slot].members).map { nodes[$0].id })
    }
  }

  /// Cancels everything that an action from outside caused.
  mutating func cancel(_ cascade: CascadeID) {
    guard isLive(cascade) else { return }
    cancelAll(families.slots(of: cascades[cascade.slot].roots).map { nodes[$0].id })
  }

  private mutating func cancelAll(_ ids: [EffectID]) {
    for id in ids { cancel(id) }
  }

  private mutating func cancelAll(_ ids: EffectSet?) {
    guard let ids else { return }
    // The usual case needs no array.
    if let only = ids.only { cancel(only) } else { cancelAll(ids.sorted) }
  }

  /// Cancels a node and all below it. What has not begun never does; what runs stays until it has ended.
  mutating func cancel(_ id: EffectID) {
    guard isActive(id) else { return }
    nodes[id.slot].isCancelled = true
    unindex(id)
    switch nodes[id.slot].kind {
    case .job where !nodes[id.slot].isStarted:
      if isObserved, let snapshot = snapshot(of: id) { tell(.effectCancelled(snapshot)) }
      finish(id)
    case .job:
      emit(.cancel(id))
      if isObserved, let snapshot = snapshot(of: id) { tell(.effectCancelled(snapshot)) }
      cancelChildren(of: id)
    case .piece:
      emit(.cancel(id))
    case .delivery(let leaf):
      countDroppedAction(leaf.value)
      finish(id)
    case .group, .sequence, .limited, .throttled, .timed:
      dropPending(of: id)
      cancelChildren(of: id)
      finishIfEmpty(id)
    case .reducing, .vacant:
      break
    }
  }

  mutating func cancelChildren(of id: EffectID) {
    cancelAll(families.slots(of: nodes[id.slot].children).map { nodes[$0].id })
  }

  /// Counts the actions of what a node that is cancelled has not begun.
  private mutating func dropPending(of id: EffectID) {
    let route = nodes[id.slot].origin.route
    switch nodes[id.slot].kind {
    case .sequence(let members, let next): drop(members[next...], route)
    case .limited(let program?, _), .throttled(let program?, _): drop(program, route)
    default: break
    }
  }

  /// Drops all actions that wait for their place in the turn, and those that come up in their stead. The
  /// answer is how many.
  mutating func dropDeliveries() -> Int {
    let before = droppedActions
    while true {
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
