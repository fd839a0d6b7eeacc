extension EngineRules {
  mutating func beginLimited(
    _ program: Program,
    _ limit: Limit,
    parent: EffectID?,
    ids: [CancelID],
    _ origin: Origin
  ) -> EffectID? {
    let home = home(of: limit, of: origin.scope)
    let holder = holder(around: parent, limit.id, in: home)
    let isFull = !hasPlace(limit, in: home, inside: holder)
    if isFull, limit.whenFull.policy == .drop {
      tell(.effectDropped(limit.id))
      discard(program, origin.route)
      return nil
    }
    let id = insert(.limited(program, limit), parent: parent, ids: ids + [limit.id], origin)
    guard isFull else { return occupy(id, inside: holder) ? id : nil }
    if limit.whenFull.policy == .cancelOldest { cancelOldest(limit, in: home, for: parent) }
    noteQueued(of: id)
    let nodes = nodes
    scopes[home.slot].lanes[limit.id, default: Lane()].wait(id, inside: holder) { nodes.isWaiting($0) }
    return id
  }

  /// The scope in which a limit of an effect counts.
  private func home(of limit: Limit, of scope: ScopeID) -> ScopeID {
    switch limit.scope.kind {
    case .feature: scope
    case .parent: scopes[scope.slot].parent ?? .root
    case .store: .root
    }
  }

  /// The innermost node around a place in a program that has a place under a limit. It may lend that to what is in it.
  private func holder(around parent: EffectID?, _ id: CancelID, in home: ScopeID) -> EffectID? {
    guard parent != nil, scopes[home.slot].lanes[id]?.running.isEmpty == false else { return nil }
    var next = parent
    while let node = next.map({ nodes[$0.slot] }) {
      if case .limited(_, let limit) = node.kind, limit.id == id,
        self.home(of: limit, of: node.origin.scope) == home
      {
        return node.id
      }
      next = node.parent
    }
    return nil
  }

  private mutating func hasPlace(_ limit: Limit, in home: ScopeID, inside holder: EffectID?) -> Bool {
    let nodes = nodes
    return scopes[home.slot].lanes[limit.id]?.hasPlace(limit.count, inside: holder) { nodes.isWaiting($0) }
      ?? true
  }

  /// Cancels the oldest of those under a limit, unless enough of them have been cancelled already. Those that the new one
  /// stands in go on.
  private mutating func cancelOldest(_ limit: Limit, in home: ScopeID, for parent: EffectID?) {
    guard let lane = scopes[home.slot].lanes[limit.id] else { return }
    let running = lane.running.filter { isActive($0) }
    guard running.count + lane.waitingCount >= limit.count else { return }
    var own: Set<EffectID> = []
    var next = parent
    while let id = next {
      own.insert(id)
      next = nodes[id.slot].parent
    }
    let oldest = running.subtracting(own).min()
    if let oldest = [oldest, firstWaiting(limit.id, in: home)].compactMap(\.self).min() { cancel(oldest) }
  }

  private mutating func firstWaiting(_ id: CancelID, in home: ScopeID) -> EffectID? {
    let nodes = nodes
    return scopes[home.slot].lanes[id]?.firstWaiting { nodes.isWaiting($0) }
  }

  /// Gives a limited node its place and begins its program. The answer is false, and the node is gone, when
  /// nothing of the program is left to be done.
  private mutating func occupy(_ id: EffectID, inside holder: EffectID?) -> Bool {
    guard case .limited(let program?, let limit) = nodes[id.slot].kind else { return false }
    let origin = nodes[id.slot].origin
    forgetQueued(of: id)
    nodes[id.slot].kind = .limited(nil, limit)
    let home = home(of: limit, of: origin.scope)
    scopes[home.slot].lanes[limit.id, default: Lane()].enter(id, inside: holder)
    return fill(id) { engine in
      _ = engine.begin(program, parent: id, ids: [], origin)
    } != nil
  }

  /// Frees the place of a node that has ended. Those that wait get it when the step at hand is done.
  mutating func vacate(_ id: EffectID, _ limit: Limit, of scope: ScopeID, isWaiting: Bool) -> Ending {
    let home = home(of: limit, of: scope)
    if isWaiting {
      scopes[home.slot].lanes[limit.id]?.waitingCount -= 1
    } else {
      scopes[home.slot].lanes[limit.id]?.leave(id)
    }
    return .place(limit.id, in: home)
  }

  mutating func fillLane(_ id: CancelID, in home: ScopeID) {
    while isRecorded(home), let (next, holder) = nextToEnter(id, in: home) {
      let parent = nodes[next.slot].parent
      if !occupy(next, inside: holder), let parent {
        endings.append(.child(next, of: parent, wasCancelled: false))
      }
    }
    if isRecorded(home), scopes[home.slot].lanes[id]?.isEmpty == true { scopes[home.slot].lanes[id] = nil }
  }

  private mutating func nextToEnter(_ id: CancelID, in home: ScopeID) -> (EffectID, inside: EffectID?)? {
    let nodes = nodes
    return scopes[home.slot].lanes[id]?.popNext {
      nodes.isWaiting($0)
    } limit: {
      nodes.limit(of: $0)
    }
  }
}

extension Slots<EngineRules.EffectNode> {
  /// Whether a limited node is there that waits for its place.
  fileprivate func isWaiting(_ id: EffectID) -> Bool {
    guard contains(id.slot), self[id.slot].id == id, !self[id.slot].isCancelled else { return false }
    if case .limited(_?, _) = self[id.slot].kind { return true } else { return false }
  }

  fileprivate func limit(of id: EffectID) -> Int {
    if case .limited(_, let limit) = self[id.slot].kind { limit.count } else { 0 }
  }
}
