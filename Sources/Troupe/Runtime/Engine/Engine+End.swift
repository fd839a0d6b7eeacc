/// The rules of nodes that end. The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  /// A consequence that the engine handles after the current event.
  enum FollowUp {
    /// A part of a node has ended.
    case child(EffectID, of: EffectID, wasCancelled: Bool)
    /// A permit of a limit was released, or a node stopped waiting for a permit.
    case permit(CancelID, in: ScopeID)
  }

  /// Continues the nodes that waited for ended nodes. Each end is followed up to the root before the next end
  /// is handled.
  mutating func followUp() {
    while let ending = followUps.popFirst() {
      var next: FollowUp? = ending
      while let ending = next { next = follow(ending) }
    }
  }

  /// Follows up an end. Returns the next end to follow up.
  private mutating func follow(_ ending: FollowUp) -> FollowUp? {
    switch ending {
    case .child(let child, let parent, let wasCancelled):
      return childEnded(of: parent, child, wasCancelled: wasCancelled)
    case .permit(let id, let scope):
      grantPermits(id, in: scope)
      return nil
    }
  }

  /// Records that the task of an effect's work has ended.
  ///
  /// Subtasks that are still running in escaped tasks are cancelled, and the node stays until they have
  /// ended.
  mutating func ended(_ id: EffectID) {
    guard isLive(id) else { return }
    guard nodes[id].hasChildren else { return finish(id) }
    tellEnded(id)
    if !nodes[id].isCancelled { unindex(id) }
    nodes.cancel(id)
    nodes.leaveToSubtasks(id)
    cancelChildren(of: id)
  }

  private mutating func tellEnded(_ id: EffectID) {
    guard hasListeners, let snapshot = snapshot(of: id) else { return }
    if nodes[id].isStarted, case .job = nodes[id].kind { tell(.effectEnded(snapshot)) }
  }

  /// Records that the clock of a pause has failed. Cancels the programs that wait for the pause, because the
  /// pause can't end.
  mutating func failedPause(_ id: EffectID) {
    guard case .job(let leaf) = nodes[id].kind, leaf is OperatorTimer, let parent = nodes.parent(of: id)
    else { return }
    cancel(parent)
  }

  /// Removes a node that has really ended. The node's parent continues after the current event.
  mutating func finish(_ id: EffectID) {
    let parent = nodes.parent(of: id)
    let wasCancelled = nodes[id].isCancelled
    if let permit = remove(id) { followUps.append(permit) }
    if let parent { followUps.append(.child(id, of: parent, wasCancelled: wasCancelled)) }
  }

  /// Finishes a node that has no children left.
  mutating func finishIfEmpty(_ id: EffectID) {
    guard isLive(id), !nodes[id].hasChildren, !nodes[id].isFilling else { return }
    finish(id)
  }

  /// Removes a node from all tables. Returns the permit that the node releases, which is then available to
  /// other nodes.
  mutating func remove(_ id: EffectID) -> FollowUp? {
    tellEnded(id)
    if !nodes[id].isCancelled { unindex(id) }
    releaseHeld(by: id)
    let scope = nodes[id].origin.scope
    if nodes[id].isMember { scopes.remove(id, from: scope) }
    if !nodes[id].hasParent {
      let cascade = nodes[id].origin.cascade
      if cascades.remove(id, from: cascade) { emit(.cascadeEnded(cascade)) }
    }
    var limit: Limit?
    if case .limited(let its) = nodes[id].kind { limit = its }
    nodes.remove(id)
    let permit = limit.map { releasePermit(id, $0, of: scope) }
    if scope != .root {
      removeIfOver(scope)
      recordIdleness(of: scope)
    }
    return permit
  }

  /// Continues a node after one of its children has ended. If the node has also ended, returns this end, so
  /// that the node's parent is followed up.
  private mutating func childEnded(of parent: EffectID, _ child: EffectID, wasCancelled: Bool) -> FollowUp? {
    guard isLive(parent) else { return nil }
    let isCancelled = nodes[parent].isCancelled
    switch nodes[parent].kind {
    case .job:
      // A job ends when its task ends.
      return nil
    case .timed(let body?, let timer?, let then) where !isCancelled:
      if child == body {
        cancel(timer)
      } else if child == timer, !wasCancelled, isLive(body) {
        cancel(body)
        if let then { _ = begin(.send(then), parent: parent, ids: .none, nodes[parent].origin) }
      }
    case .group, .limited, .throttled, .timed: break
    case .subtask, .queuedAction, .reducing, .vacant:
      preconditionFailure("A leaf of a program can't have parts.")
    }
    guard !nodes[parent].hasChildren, !advance(parent) else { return nil }
    let end = nodes.parent(of: parent).map { FollowUp.child(parent, of: $0, wasCancelled: isCancelled) }
    if let permit = remove(parent) { _ = follow(permit) }
    return end
  }
}
