extension Engine {
  mutating func beginLimited(
    _ program: ResolvedEffect,
    _ limit: Limit,
    parent: EffectID?,
    ids: [CancelID],
    _ origin: Origin
  ) -> EffectID? {
    let home = home(of: limit, of: origin.scope)
    let holder = holder(around: parent, limit.id, in: home)
    let isFree = limits.isFree(limit, in: home, inside: holder)
    if !isFree, limit.overflow.policy == .drop {
      tell(.effectDropped(limit.id))
      drop(program, origin)
      return nil
    }
    let id = insert(.limited(limit), parent: parent, ids: ids + [limit.id], origin)
    if isFree {
      limits.acquire(id, limit.id, in: home, inside: holder)
      return fill(id) { engine in
        _ = engine.begin(program, parent: id, ids: [], origin)
      }
    }
    if limit.overflow.policy == .cancelOldest { cancelOldest(limit, in: home, for: parent) }
    hold(HeldPrograms(program), by: id)
    limits.wait(id, limit, in: home, inside: holder)
    return id
  }

  /// Returns the scope in which an effect's limit counts.
  private func home(of limit: Limit, of scope: ScopeID) -> ScopeID {
    switch limit.scope.kind {
    case .feature: scope
    case .parent: scopes.parent(of: scope) ?? .root
    case .store: .root
    }
  }

  /// Returns the innermost node that has a permit of a limit, from a parent upwards. It may lend the permit
  /// to nodes inside it.
  private func holder(around parent: EffectID?, _ limit: CancelID, in home: ScopeID) -> EffectID? {
    guard parent != nil, limits.isInUse(limit, in: home) else { return nil }
    return nodes.first(from: parent) { limits.hasPermit($0.id, limit, in: home) }
  }

  /// Cancels the oldest node under a limit, unless enough nodes have already been cancelled. Nodes that
  /// contain the new node continue.
  private mutating func cancelOldest(_ limit: Limit, in home: ScopeID, for parent: EffectID?) {
    let running = limits.running(limit.id, in: home).filter { isActive($0) }
    guard running.count + limits.waitingCount(limit.id, in: home) >= limit.count else { return }
    var own: Set<EffectID> = []
    _ = nodes.first(from: parent) { node in
      own.insert(node.id)
      return false
    }
    let oldest = running.subtracting(own).min()
    let firstWaiting = limits.firstWaiting(limit.id, in: home)
    if let oldest = [oldest, firstWaiting].compactMap(\.self).min() { cancel(oldest) }
  }

  /// Releases the permit of a node that has ended. After the current event, a waiting node gets the permit.
  mutating func releasePermit(_ id: EffectID, _ limit: Limit, of scope: ScopeID) -> FollowUp {
    let home = home(of: limit, of: scope)
    limits.release(id, limit.id, in: home)
    return .permit(limit.id, in: home)
  }

  mutating func grantPermits(_ limit: CancelID, in home: ScopeID) {
    while scopes.isRecorded(home), let next = limits.grant(limit, in: home) {
      if !advance(next) { finish(next) }
    }
  }
}
