extension Engine {
  mutating func beginLimited(
    _ program: Program,
    _ limit: Limit,
    parent: EffectID?,
    ids: [CancelID],
    _ origin: Origin
  ) -> EffectID? {
    let scope = origin.scope
    if limit.whenFull.policy == .cancelOldest {
      let live = lane(limit.id, in: scope).filter { isActive($0) }
      if live.count >= limit.count, let oldest = live.min() { cancel(oldest) }
      // Cancelling may have reached back to this one, through a parent they share.
      if let parent, !isActive(parent) {
        drop(program, origin.route)
        return nil
      }
    }
    let isFull = hasWaiting(limit.id, in: scope) || !hasPlace(limit, in: scope)
    if isFull, limit.whenFull.policy == .drop {
      tell(.effectDropped(limit.id))
      drop(program, origin.route)
      return nil
    }
    let id = insert(.limited(program, limit), parent: parent, ids: ids + [limit.id], origin)
    if isFull {
      noteQueued(of: id)
      scopes[scope.slot].lanes[limit.id, default: Lane()].append(id)
      return id
    }
    return occupy(id) ? id : nil
  }

  /// Gives a limited node its place and begins its program. The answer is false, and the node is gone, when
  /// nothing of the program is left to be done.
  private mutating func occupy(_ id: EffectID) -> Bool {
    guard case .limited(let program?, let limit) = nodes[id.slot].kind else { return false }
    let origin = nodes[id.slot].origin
    nodes[id.slot].kind = .limited(nil, limit)
    scopes[origin.scope.slot].lanes[limit.id, default: Lane()].running.insert(id)
    return fill(id) { engine in
      _ = engine.begin(program, parent: id, ids: [], origin)
    } != nil
  }

  /// Frees the place of a node that has ended, and gives it to those that wait.
  mutating func vacate(_ id: EffectID, _ limit: Limit, in scope: ScopeID, isWaiting: Bool) {
    if isWaiting {
      scopes[scope.slot].lanes[limit.id]?.removeWaiting(id)
    } else {
      scopes[scope.slot].lanes[limit.id]?.running.remove(id)
    }
    lanesToFill.append((scope, limit.id))
    // One that gets its place and ends at once comes back here: the outermost call sees to all of them in turn.
    guard !isFillingLanes else { return }
    isFillingLanes = true
    while let (scope, id) = lanesToFill.popFirst() { fillLane(id, in: scope) }
    isFillingLanes = false
  }

  private mutating func fillLane(_ id: CancelID, in scope: ScopeID) {
    while isRecorded(scope), let next = scopes[scope.slot].lanes[id]?.waiting.first,
      case .limited(_, let terms) = nodes[next.slot].kind, hasPlace(terms, in: scope)
    {
      scopes[scope.slot].lanes[id]?.popFirst()
      let parent = nodes[next.slot].parent
      if !occupy(next), let parent { childEnded(of: parent, next, wasCancelled: false) }
    }
    if isRecorded(scope), scopes[scope.slot].lanes[id]?.isEmpty == true { scopes[scope.slot].lanes[id] = nil }
  }

  private func hasPlace(_ limit: Limit, in scope: ScopeID) -> Bool {
    (scopes[scope.slot].lanes[limit.id]?.running.count ?? 0) < limit.count
  }

  private func hasWaiting(_ id: CancelID, in scope: ScopeID) -> Bool {
    scopes[scope.slot].lanes[id]?.waiting.isEmpty == false
  }

  private func lane(_ id: CancelID, in scope: ScopeID) -> [EffectID] {
    guard let lane = scopes[scope.slot].lanes[id] else { return [] }
    return Array(lane.running) + lane.waiting
  }
}
