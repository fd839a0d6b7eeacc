extension EngineRules {
  /// An end that has to be followed up.
  enum Ending {
    case child(EffectID, of: EffectID, wasCancelled: Bool)
    /// A permit of a limit has been released, or a node that waited for one waits no longer.
    case permit(CancelID, in: ScopeID)
  }

  /// Continues what waited for the nodes that have ended. Follows each end all the way up before the next.
  mutating func followUp() {
    while let ending = endings.popFirst() {
      var next: Ending? = ending
      while let ending = next { next = follow(ending) }
    }
  }

  /// Follows up an end. Returns the end to follow up next.
  private mutating func follow(_ ending: Ending) -> Ending? {
    switch ending {
    case .child(let child, let parent, let wasCancelled):
      return childEnded(of: parent, child, wasCancelled: wasCancelled)
    case .permit(let id, let scope):
      grantPermits(id, in: scope)
      return nil
    }
  }

  /// Claims a queued action for reduction. Returns its cascade, or nil if it was cancelled meanwhile.
  mutating func claim(_ id: EffectID) -> CascadeID? {
    guard isLive(id) else { return nil }
    nodes[id.slot].kind = .reducing
    return nodes[id.slot].origin.cascade
  }

  /// Records that a queued action has been reduced and that the returned effect has begun.
  mutating func delivered(_ id: EffectID) {
    if isLive(id) { finish(id) }
  }

  /// The cascade of the actions that a piece of work sends; nil if they aren't to be reduced.
  func accepts(_ id: EffectID) -> CascadeID? {
    isActive(id) && nodes[id.slot].origin.declared != .refused ? nodes[id.slot].origin.cascade : nil
  }

  func origin(of id: EffectID) -> Origin? { isLive(id) ? nodes[id.slot].origin : nil }

  func cascade(of id: EffectID) -> CascadeID? { isLive(id) ? nodes[id.slot].origin.cascade : nil }

  func scope(of id: EffectID) -> ScopeID? { isLive(id) ? nodes[id.slot].origin.scope : nil }

  /// Records that the task of a piece of work has ended.
  ///
  /// Pieces of it that still run in escaped tasks are cancelled, and the node stays until they have ended.
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
    guard hasListeners, let snapshot = snapshot(of: id) else { return }
    if nodes[id.slot].isStarted, case .job = nodes[id.slot].kind { tell(.effectEnded(snapshot)) }
  }

  /// Records that the clock of a pause has failed. Cancels what waits for the pause, as its time can't come.
  mutating func failedPause(_ id: EffectID) {
    guard case .job(let leaf) = nodes[id.slot].kind, leaf is Pause, let parent = nodes[id.slot].parent
    else {
      return
    }
    cancel(parent)
  }

  /// Removes a node that has really ended. Its parent goes on after the current step.
  mutating func finish(_ id: EffectID) {
    let parent = nodes[id.slot].parent
    let wasCancelled = nodes[id.slot].isCancelled
    if let permit = remove(id) { endings.append(permit) }
    if let parent { endings.append(.child(id, of: parent, wasCancelled: wasCancelled)) }
  }

  /// Ends a node that has no children left.
  mutating func finishIfEmpty(_ id: EffectID) {
    guard isLive(id), nodes[id.slot].children.isEmpty, !nodes[id.slot].isFilling else { return }
    finish(id)
  }

  /// Removes a node from all tables. Returns the permit that it releases, which other nodes can have.
  mutating func remove(_ id: EffectID) -> Ending? {
    let slot = id.slot
    tellEnded(id)
    if !nodes[slot].isCancelled { unindex(id) }
    unindexHeld(by: id)
    let scope = nodes[slot].origin.scope
    if nodes[slot].origin.runsWhileDeclared { declaredCount -= 1 }
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
    var permit: Ending?
    if case .limited(let limit) = kind { permit = releasePermit(id, limit, of: scope) }
    if scope != .root {
      removeIfOver(scope)
      noteIdleness(of: scope)
    }
    return permit
  }

  private mutating func leave(_ cascade: CascadeID, _ slot: Int) {
    families.remove(slot, from: &cascades[cascade.slot].roots)
    guard cascades[cascade.slot].roots.isEmpty, !cascades[cascade.slot].isOpening else { return }
    emit(.cascadeEnded(cascade))
    remove(cascade)
  }

  /// Continues a node after one of its children has ended. If the node has ended too, returns the end for its
  /// parent to follow up.
  private mutating func childEnded(of parent: EffectID, _ child: EffectID, wasCancelled: Bool) -> Ending? {
    guard isLive(parent) else { return nil }
    let isCancelled = nodes[parent.slot].isCancelled
    switch nodes[parent.slot].kind {
    case .job:
      // A job ends with its task.
      return nil
    case .timed(let body?, let timer?, let then) where !isCancelled:
      if child == body {
        cancel(timer)
      } else if child == timer, !wasCancelled, isLive(body) {
        cancel(body)
        if let then { _ = begin(.send(then), parent: parent, ids: [], nodes[parent.slot].origin) }
      }
    case .group, .limited, .throttled, .timed: break
    case .piece, .delivery, .reducing, .vacant: preconditionFailure("Nothing is in a leaf of a program.")
    }
    guard nodes[parent.slot].children.isEmpty, !advance(parent) else { return nil }
    let end = nodes[parent.slot].parent.map { Ending.child(parent, of: $0, wasCancelled: isCancelled) }
    if let permit = remove(parent) { _ = follow(permit) }
    return end
  }
}
