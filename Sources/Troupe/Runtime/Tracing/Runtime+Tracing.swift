/// What a store does that is traced. See ``Tracer``.
extension Runtime {
  /// Records that the next action is one from outside.
  func recordSend(in tracer: Tracer) {
    tracer.arrive(Tracer.Arrival(origin: .sent, cause: TracedCause.current))
  }

  /// Records that a running effect sent the next action.
  func recordArrival(from effect: EffectID, in tracer: Tracer) {
    guard let origin = engine.origin(of: effect) else { return }
    let path = engine.path(of: origin.scope)
    tracer.arrive(Tracer.Arrival(origin: .effect(effect), cause: origin.traced, scopePath: path))
  }

  /// Records that an effect of a reducer is the next action.
  func recordArrival(of queuedAction: EffectID, in tracer: Tracer) {
    guard let origin = engine.origin(of: queuedAction) else { return }
    let path = engine.path(of: origin.scope)
    tracer.arrive(Tracer.Arrival(origin: .returned, cause: origin.traced, scopePath: path))
  }

  /// Returns the work of an effect with the instruments around it.
  func traced(_ start: Engine.Start, in tracer: Tracer) -> any AnyWork {
    guard tracer.hasInstruments, let snapshot = engine.snapshot(of: start.id) else { return start.work }
    return start.work.wrapped(
      by: TracedEffect(snapshot, of: engine.origin(of: start.id)?.traced, in: tracer)
    )
  }
}

extension StoreConfiguration {
  /// Captures what the configuration and the instruments want of the current task; nil for nothing.
  var capturingContext: (@Sendable () -> ActionContext?)? {
    if instruments.isEmpty { return actionContext }
    return { [actionContext, instruments] in
      instruments.reduce(actionContext?()) { outer, instrument in
        guard let inner = instrument.captureContext() else { return outer }
        guard let outer else { return inner }
        return ActionContext { work in outer.run { inner.run(work) } }
      }
    }
  }
}
