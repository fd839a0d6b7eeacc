extension EngineRules {
  mutating func beginLimited(
    _ program: PlacedProgram,
    _ limit: Limit,
    parent: EffectID?,
    ids: [CancelID],
    _ origin: Origin
  ) -> EffectID? {
    let home = home(of: limit, of: origin.scope)
    let holder = holder(around: parent, limit.id, in: home)
    let isFull = !hasPermit(limit, in: home, inside: holder)
    if isFull, limit.whenFull.policy == .drop {
      tell(.effectDropped(limit.id))
      drop(program, origin)
      return nil
    }
    let held = HeldPrograms(program)
    let id = insert(.limited(limit), holding: held, parent: parent, ids: ids + [limit.id], origin)
    guard isFull else {
      scopes[home.slot].lanes[limit.id, default: Lane()].acquire(id, inside: holder)
      return settled(id, isThere: advance(id))
    }
    if limit.whenFull.policy == .cancelOldest { cancelOldest(limit, in: home, for: parent) }
    indexHeld(by: id)
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

  /// The innermost node that has a permit of a limit, from a parent upwards. It may lend the permit to nodes
  /// inside it.
  private func holder(around parent: EffectID?, _ id: CancelID, in home: ScopeID) -> EffectID? {
    guard parent != nil, scopes[home.slot].lanes[id]?.running.isEmpty == false else { return nil }
    var next = parent
    while let node = next.map({ nodes[$0.slot] }) {
      if case .limited(let limit) = node.kind, limit.id == id,
        self.home(of: limit, of: node.origin.scope) == home
      {
        return node.id
      }
      next = node.parent
    }
    return nil
  }

  private mutating func hasPermit(_ limit: Limit, in home: ScopeID, inside holder: EffectID?) -> Bool {
    let nodes = nodes
    return scopes[home.slot].lanes[limit.id]?.hasPermit(limit.count, inside: holder) { nodes.isWaiting($0) }
      ?? true
  }

  /// Cancels the oldest node under a limit, unless enough of them have been cancelled already. Nodes around
  /// the new one go on.
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

  /// Releases the permit of a node that has ended. Waiting nodes get the permit after the current step.
  mutating func releasePermit(_ id: EffectID, _ limit: Limit, of scope: ScopeID) -> Ending {
    let home = home(of: limit, of: scope)
    scopes[home.slot].lanes[limit.id]?.release(id)
    return .permit(limit.id, in: home)
  }

  mutating func grantPermits(_ id: CancelID, in home: ScopeID) {
    while isRecorded(home), let (next, holder) = nextToEnter(id, in: home) {
      scopes[home.slot].lanes[id]?.acquire(next, inside: holder)
      if !advance(next) { finish(next) }
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
  /// Whether a node under a limit waits for its permit.
  fileprivate func isWaiting(_ id: EffectID) -> Bool {
    guard contains(id.slot), self[id.slot].id == id, !self[id.slot].isCancelled else { return false }
    if case .limited = self[id.slot].kind { return !self[id.slot].held.isEmpty } else { return false }
  }

  fileprivate func limit(of id: EffectID) -> Int {
    if case .limited(let limit) = self[id.slot].kind { limit.count } else { 0 }
  }
}
