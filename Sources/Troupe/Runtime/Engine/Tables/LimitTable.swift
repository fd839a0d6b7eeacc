/// The effects under the limits, for each scope in which limits count.
struct LimitTable {
  private var lanes = ScopedTable<Lane>()

  var isEmpty: Bool { lanes.isEmpty }

  /// Whether an effect has a permit of a limit.
  func hasPermit(_ id: EffectID, _ limit: CancelID, in scope: ScopeID) -> Bool {
    lanes[scope][limit]?.running.contains(id) == true
  }

  /// Whether any effect has a permit of a limit.
  func isInUse(_ limit: CancelID, in scope: ScopeID) -> Bool {
    !lanes.isEmpty(scope) && lanes[scope][limit]?.running.isEmpty == false
  }

  /// The effects that have permits of a limit.
  func running(_ limit: CancelID, in scope: ScopeID) -> Set<EffectID> { lanes[scope][limit]?.running ?? [] }

  func waitingCount(_ limit: CancelID, in scope: ScopeID) -> Int { lanes[scope][limit]?.waitingCount ?? 0 }

  /// Returns the effect that has waited longest; nil if no effect waits.
  mutating func firstWaiting(_ limit: CancelID, in scope: ScopeID) -> EffectID? {
    lanes[scope][limit]?.firstWaiting()
  }

  /// Returns whether a permit is available for a new effect. Waiting effects have priority.
  ///
  /// - Parameters:
  ///   - limit: The limit.
  ///   - scope: The scope in which the limit counts.
  ///   - holder: The innermost effect with a permit that contains the new effect; nil for none.
  mutating func isFree(_ limit: Limit, in scope: ScopeID, inside holder: EffectID?) -> Bool {
    lanes.isEmpty(scope) || lanes[scope][limit.id]?.isFree(limit.count, inside: holder) != false
  }

  mutating func acquire(_ id: EffectID, _ limit: CancelID, in scope: ScopeID, inside holder: EffectID?) {
    lanes[scope][limit, default: Lane()].acquire(id, inside: holder)
  }

  mutating func wait(_ id: EffectID, _ limit: Limit, in scope: ScopeID, inside holder: EffectID?) {
    lanes[scope][limit.id, default: Lane()].wait(id, limit.count, inside: holder)
  }

  /// Releases an effect's permit, or removes the effect from the waiting effects.
  mutating func release(_ id: EffectID, _ limit: CancelID, in scope: ScopeID) {
    lanes[scope][limit]?.release(id)
  }

  /// Grants a free permit to the next effect that can have it. Returns the effect; nil if there is none.
  mutating func grant(_ limit: CancelID, in scope: ScopeID) -> EffectID? {
    if let next = lanes[scope][limit]?.grant() { return next }
    if lanes[scope][limit]?.isEmpty == true { lanes[scope][limit] = nil }
    return nil
  }

  /// Removes the limits of a scope that was removed.
  mutating func remove(_ scope: ScopeID) { lanes.remove(scope) }
}
