/// The effects under the limits, for each scope in which limits count.
struct LimitTable {
  private var queues = ScopedTable<LimitQueue>()

  var isEmpty: Bool { queues.isEmpty }

  /// Whether an effect has a permit of a limit.
  func hasPermit(_ id: EffectID, _ limit: CancelID, in scope: ScopeID) -> Bool {
    queues[scope][limit]?.running.contains(id) == true
  }

  /// Whether any effect has a permit of a limit.
  func isInUse(_ limit: CancelID, in scope: ScopeID) -> Bool {
    !queues.isEmpty(scope) && queues[scope][limit]?.running.isEmpty == false
  }

  /// The effects that have permits of a limit.
  func running(_ limit: CancelID, in scope: ScopeID) -> Set<EffectID> { queues[scope][limit]?.running ?? [] }

  func waitingCount(_ limit: CancelID, in scope: ScopeID) -> Int { queues[scope][limit]?.waitingCount ?? 0 }

  /// Returns the effect that has waited longest; nil if no effect is waiting.
  mutating func firstWaiting(_ limit: CancelID, in scope: ScopeID) -> EffectID? {
    queues[scope][limit]?.firstWaiting()
  }

  /// Returns whether a permit is available for a new effect. Waiting effects have priority.
  ///
  /// - Parameters:
  ///   - limit: The limit.
  ///   - scope: The scope in which the limit counts.
  ///   - lender: The innermost effect with a permit that contains the new effect; nil for none.
  mutating func isFree(_ limit: Limit, in scope: ScopeID, inside lender: EffectID?) -> Bool {
    queues.isEmpty(scope) || queues[scope][limit.id]?.isFree(limit.count, inside: lender) != false
  }

  mutating func acquire(_ id: EffectID, _ limit: CancelID, in scope: ScopeID, inside lender: EffectID?) {
    queues[scope][limit, default: LimitQueue()].acquire(id, inside: lender)
  }

  mutating func wait(_ id: EffectID, _ limit: Limit, in scope: ScopeID, inside lender: EffectID?) {
    queues[scope][limit.id, default: LimitQueue()].wait(id, limit.count, inside: lender)
  }

  /// Releases an effect's permit, or removes the effect from the waiting effects.
  mutating func release(_ id: EffectID, _ limit: CancelID, in scope: ScopeID) {
    queues[scope][limit]?.release(id)
  }

  /// Grants a free permit to the next waiting effect that can use the permit. Returns the effect; nil if
  /// there is no such effect.
  mutating func grant(_ limit: CancelID, in scope: ScopeID) -> EffectID? {
    if let next = queues[scope][limit]?.grant() { return next }
    if queues[scope][limit]?.isEmpty == true { queues[scope][limit] = nil }
    return nil
  }

  /// Removes the limits of a scope that was removed.
  mutating func remove(_ scope: ScopeID) { queues.remove(scope) }
}
