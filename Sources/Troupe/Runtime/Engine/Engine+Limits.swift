/// The rules of limits. The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  mutating func beginLimited(
    _ program: ResolvedEffect,
    _ limit: Limit,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID? {
    let limitScope = limitScope(of: limit, of: origin.scope)
    let lender = lender(around: parent, limit.id, in: limitScope)
    let isFree = limits.isFree(limit, in: limitScope, inside: lender)
    if !isFree, limit.overflow.policy == .drop {
      tell(.effectDropped(limit.id))
      drop(program, origin)
      return nil
    }
    let id = insert(.limited(limit), parent: parent, ids: ids.adding(limit.id), origin)
    if isFree {
      limits.acquire(id, limit.id, in: limitScope, inside: lender)
      return fill(id) { engine in
        _ = engine.begin(program, parent: id, ids: .none, origin)
      }
    }
    if limit.overflow.policy == .cancelOldest { cancelOldest(limit, in: limitScope, for: parent) }
    hold(HeldPrograms(program), by: id)
    limits.wait(id, limit, in: limitScope, inside: lender)
    return id
  }

  /// Returns the scope in which an effect's limit counts.
  private func limitScope(of limit: Limit, of scope: ScopeID) -> ScopeID {
    switch limit.scope.kind {
    case .feature: scope
    case .parent: scopes.parent(of: scope) ?? .root
    case .store: .root
    }
  }

  /// Returns the innermost node that has a permit of a limit, from a parent upwards. This node may lend the
  /// permit to nodes inside it.
  private func lender(around parent: EffectID?, _ limit: CancelID, in limitScope: ScopeID) -> EffectID? {
    guard parent != nil, limits.isInUse(limit, in: limitScope) else { return nil }
    return nodes.first(from: parent) { limits.hasPermit($0.id, limit, in: limitScope) }
  }

  /// Cancels the oldest node under a limit, unless enough nodes have already been cancelled. Nodes that
  /// contain the new node continue.
  private mutating func cancelOldest(_ limit: Limit, in limitScope: ScopeID, for parent: EffectID?) {
    let running = limits.running(limit.id, in: limitScope).filter { isActive($0) }
    guard running.count + limits.waitingCount(limit.id, in: limitScope) >= limit.count else { return }
    var own: Set<EffectID> = []
    _ = nodes.first(from: parent) { node in
      own.insert(node.id)
      return false
    }
    let oldest = running.subtracting(own).min()
    let firstWaiting = limits.firstWaiting(limit.id, in: limitScope)
    if let oldest = [oldest, firstWaiting].compactMap(\.self).min() { cancel(oldest) }
  }

  /// Releases the permit of a node that has ended. After the current event, a waiting node gets the permit.
  mutating func releasePermit(_ id: EffectID, _ limit: Limit, of scope: ScopeID) -> FollowUp {
    let limitScope = limitScope(of: limit, of: scope)
    limits.release(id, limit.id, in: limitScope)
    return .permit(limit.id, in: limitScope)
  }

  mutating func grantPermits(_ limit: CancelID, in limitScope: ScopeID) {
    while scopes.isRecorded(limitScope), let next = limits.grant(limit, in: limitScope) {
      if !advance(next) { finish(next) }
    }
  }
}
