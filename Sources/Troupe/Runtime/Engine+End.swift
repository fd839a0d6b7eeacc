extension Engine {
  /// Grants the reduction of an action that was queued, or refuses it when it was cancelled meanwhile.
  mutating func claim(_ id: EffectID) -> CascadeID? {
    guard isLive(id) else { return nil }
    nodes[id.slot].kind = .reducing
    return nodes[id.slot].origin.cascade
  }

  /// Says that a queued action has been reduced and what it returned has begun.
  mutating func delivered(_ id: EffectID) {
    if isLive(id) { finish(id) }
  }

  /// Tells whether what a piece of work sends is to be reduced, and on behalf of which cascade.
  func accepts(_ id: EffectID) -> CascadeID? { isActive(id) ? nodes[id.slot].origin.cascade : nil }

  /// Says that the task of a piece of work has ended.
  ///
  /// Pieces of it that still run, in tasks that have escaped from it, are cancelled, and the node stays for them.
  mutating func ended(_ id: EffectID) {
    guard isLive(id) else { return }
    if nodes[id.slot].children.isEmpty { return finish(id) }
    tellEnded(id)
    if !nodes[id.slot].isCancelled { unindex(id) }
    nodes[id.slot].isCancelled = true
    nodes[id.slot].kind = .group
    cancelChildren(of: id)
  }

  private mutating func tellEnded(_ id: EffectID) {
    guard isObserved, let snapshot = snapshot(of: id) else { return }
    if nodes[id.slot].isStarted, case .job = nodes[id.slot].kind { tell(.effectEnded(snapshot)) }
  }

  /// Says that the clock of a pause has failed: what waits for it is cancelled, as its time can't come.
  mutating func failedPause(_ id: EffectID) {
    guard case .job(let leaf) = nodes[id.slot].kind, leaf is Pause, let parent = nodes[id.slot].parent
    else {
      return
    }
    cancel(parent)
  }

  /// Removes a node that has really ended, and lets its parent go on.
  mutating func finish(_ id: EffectID) {
    let parent = nodes[id.slot].parent
    let wasCancelled = nodes[id.slot].isCancelled
    remove(id)
    if let parent { childEnded(of: parent, id, wasCancelled: wasCancelled) }
  }

  /// Ends a node that has no children left.
  mutating func finishIfEmpty(_ id: EffectID) {
    guard isLive(id), nodes[id.slot].children.isEmpty, !nodes[id.slot].isFilling else { return }
    finish(id)
  }

  /// Removes a node from all tables.
  mutating func remove(_ id: EffectID) {
    let slot = id.slot
    tellEnded(id)
    if !nodes[slot].isCancelled { unindex(id) }
    if !nodes[slot].queuedIDs.isEmpty || !nodes[slot].heldScopes.isEmpty { forgetQueued(of: id) }
    let scope = nodes[slot].origin.scope
    if nodes[slot].isMember {
      memberships.remove(slot, from: &scopes[scope.slot].members)
    }
    if let parent = nodes[slot].parent {
      families.remove(slot, from: &nodes[parent.slot].children)
    } else {
      leave(nodes[slot].origin.cascade, slot)
    }
    let kind = nodes[slot].kind
    nodes.free(slot)
    if case .limited(let program, let limit) = kind {
      vacate(id, limit, in: scope, isWaiting: program != nil)
    }
    if scope != .root {
      releaseScope(scope)
      noteIdleness(of: scope)
    }
  }

  private mutating func leave(_ cascade: CascadeID, _ slot: Int) {
    families.remove(slot, from: &cascades[cascade.slot].roots)
    guard cascades[cascade.slot].roots.isEmpty, !cascades[cascade.slot].isOpening else { return }
    emit(.cascadeEnded(cascade))
    free(cascade)
  }

  mutating func childEnded(of parent: EffectID, _ child: EffectID, wasCancelled: Bool) {
    guard isLive(parent) else { return }
    if case .job = nodes[parent.slot].kind { return }
    if !nodes[parent.slot].isCancelled {
      switch nodes[parent.slot].kind {
      case .sequence:
        guard !nodes[parent.slot].isFilling, nodes[parent.slot].children.isEmpty else { return }
        let grandparent = nodes[parent.slot].parent
        if !advance(parent), let grandparent { childEnded(of: grandparent, parent, wasCancelled: false) }
        return
      case .throttled(let program?, let throttle):
        let grandparent = nodes[parent.slot].parent
        if !pass(parent, program, throttle), let grandparent {
          childEnded(of: grandparent, parent, wasCancelled: false)
        }
        return
      case .timed(let body?, let timer?, let then):
        if child == body {
          cancel(timer)
        } else if child == timer, !wasCancelled, isLive(body) {
          // The action comes first: a body that has not begun ends at once, and would take the node with it.
          if let then { _ = begin(then, parent: parent, ids: [], nodes[parent.slot].origin) }
          cancel(body)
        }
      default:
        break
      }
    }
    finishIfEmpty(parent)
  }
}
