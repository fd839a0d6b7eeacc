/// The rules of throttles. The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  mutating func beginThrottled(
    _ program: ResolvedEffect,
    _ throttle: Throttle,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID? {
    let window = throttles.window(of: throttle, in: origin.scope)
    let pending = window?.pending.flatMap { isActive($0) ? $0 : nil }
    if pending != nil, !throttle.latest {
      tell(.effectDropped(throttle.id))
      drop(program, origin)
      return nil
    }
    let id = insert(.throttled(throttle), parent: parent, ids: ids.adding(throttle.id), origin)
    guard let window, !skipsWaits(of: origin), pending != nil || window.end.isAfter(throttle.now()) else {
      openWindow(of: throttle, in: origin.scope)
      return fill(id) { engine in
        _ = engine.begin(program, parent: id, ids: .none, origin)
      }
    }
    throttles.wait(id, for: throttle, in: origin.scope)
    hold(HeldPrograms(program), by: id)
    return fill(id) { engine in
      // If the pending node is cancelled, programs that waited for it may begin, and these programs may reach
      // this node again.
      if let pending {
        engine.tell(.effectDropped(throttle.id))
        engine.cancel(pending)
      }
      _ = engine.begin(.timer(throttle.pause(window.end)), parent: id, ids: .none, origin)
    }
  }

  /// Opens a throttle's window after a program has passed the throttle.
  mutating func openWindow(of throttle: Throttle, in scope: ScopeID) {
    let now = throttle.now()
    if throttles.mustClear(scope) {
      let nodes = nodes
      throttles.clear(scope, at: now) { nodes.isLive($0) }
    }
    throttles.openWindow(of: throttle, in: scope, at: now)
  }
}
