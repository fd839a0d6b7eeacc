extension EngineRules {
  mutating func beginThrottled(
    _ program: PlacedProgram,
    _ throttle: Throttle,
    parent: EffectID?,
    ids: [CancelID],
    _ origin: Origin
  ) -> EffectID? {
    let window = scopes[origin.scope.slot].windows[throttle.id]
    let pending = window?.pending.flatMap { isActive($0) ? $0 : nil }
    if pending != nil, !throttle.latest {
      tell(.effectDropped(throttle.id))
      drop(program, origin)
      return nil
    }
    let held = HeldPrograms(program)
    let id = insert(.throttled(throttle), holding: held, parent: parent, ids: ids + [throttle.id], origin)
    if let window, !skipsWaits(of: origin), pending != nil || window.end.isAfter(throttle.now()) {
      scopes[origin.scope.slot].windows[throttle.id]?.pending = id
      indexHeld(by: id)
      return fill(id) { engine in
        // Cancelling the pending node may begin what waited for it, which may reach back to this node.
        if let pending {
          engine.tell(.effectDropped(throttle.id))
          engine.cancel(pending)
        }
        _ = engine.begin(.pause(throttle.pause(window.end)), parent: id, ids: [], origin)
      }
    }
    return settled(id, isThere: advance(id))
  }

  /// Opens the window that follows a program that passes a throttle.
  mutating func openWindow(of throttle: Throttle, in scope: ScopeID) {
    let now = throttle.now()
    clearWindows(of: scope, now)
    scopes[scope.slot].windows[throttle.id] = Window(end: now.advanced(by: throttle.interval))
  }

  /// Removes windows that are over, once there are many.
  private mutating func clearWindows(of scope: ScopeID, _ now: ErasedInstant) {
    let windows = scopes[scope.slot].windows
    guard windows.count >= scopes[scope.slot].windowsToKeep else { return }
    let kept = windows.filter { _, window in
      window.end.isAfter(now) || window.pending.map { isLive($0) } == true
    }
    scopes[scope.slot].windows = kept
    scopes[scope.slot].windowsToKeep = max(16, kept.count * 2)
  }
}
