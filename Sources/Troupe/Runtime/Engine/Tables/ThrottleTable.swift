/// The windows of throttles, for each scope.
struct ThrottleTable {
  /// The time during which a throttle lets no other effect through.
  struct Window {
    let end: AnyInstant
    /// The effect that is waiting for the end of the window.
    fileprivate(set) var pending: EffectID?
  }

  private var windows = ScopedTable<Window>()
  /// The number of windows at which expired windows are removed, for scopes that have many windows.
  private var bounds = SlotTable<Int>()

  func window(of throttle: Throttle, in scope: ScopeID) -> Window? { windows[scope][throttle.id] }

  func windowCount(in scope: ScopeID) -> Int { windows[scope].count }

  func isEmpty(_ scope: ScopeID) -> Bool { windows.isEmpty(scope) }

  /// Opens the window of a throttle after an effect has passed the throttle.
  mutating func openWindow(
    of throttle: Throttle,
    in scope: ScopeID,
    at now: AnyInstant
  ) {
    windows[scope][throttle.id] = Window(end: now.advanced(by: throttle.interval))
  }

  /// Makes an effect wait for the end of the open window.
  mutating func wait(_ id: EffectID, for throttle: Throttle, in scope: ScopeID) {
    windows[scope][throttle.id]?.pending = id
  }

  /// Whether a scope has so many windows that expired windows must be removed.
  func mustClear(_ scope: ScopeID) -> Bool {
    let count = windowCount(in: scope)
    return count >= 16 && count >= bounds[scope.slot] ?? 16
  }

  /// Removes expired windows for which no live effect is waiting.
  mutating func clear(_ scope: ScopeID, at now: AnyInstant, _ isLive: (EffectID) -> Bool) {
    let kept = windows[scope].filter { _, window in
      window.end.isAfter(now) || window.pending.map(isLive) == true
    }
    windows[scope] = kept
    bounds.set(max(16, kept.count * 2), at: scope.slot)
  }

  /// Removes the windows of a scope that has ended.
  mutating func remove(_ scope: ScopeID) {
    windows.remove(scope)
    bounds.remove(at: scope.slot)
  }
}
