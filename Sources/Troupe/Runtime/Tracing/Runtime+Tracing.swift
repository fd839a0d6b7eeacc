/// Operations of a traced store. See ``Tracer``.
extension Runtime {
  /// Records that the next action is sent from outside.
  func recordSend(in tracer: Tracer) {
    tracer.arrive(Tracer.Arrival(origin: .sent, cause: TracedCause.current))
  }

  /// Records that the next action is sent by a running effect.
  func recordArrival(from effect: EffectID, in tracer: Tracer) {
    guard let origin = engine.origin(of: effect) else { return }
    let path = engine.path(of: origin.scope)
    tracer.arrive(Tracer.Arrival(origin: .effect(effect), cause: origin.traced, scopePath: path))
  }

  /// Records that the next action is sent by a `send` effect that a reducer returned.
  func recordArrival(of queuedAction: EffectID, in tracer: Tracer) {
    guard let origin = engine.origin(of: queuedAction) else { return }
    let path = engine.path(of: origin.scope)
    tracer.arrive(Tracer.Arrival(origin: .returned, cause: origin.traced, scopePath: path))
  }

  /// Returns an effect's work, wrapped by the instruments.
  func traced(_ start: Engine.Start, in tracer: Tracer) -> any AnyWork {
    guard tracer.hasInstruments, let snapshot = engine.snapshot(of: start.id) else { return start.work }
    return start.work.wrapped(
      by: TracedEffect(snapshot, of: engine.origin(of: start.id)?.traced, in: tracer)
    )
  }
}

extension StoreConfiguration {
  /// Captures the part of the current task's context that the configuration and the instruments request; nil
  /// if nothing is requested.
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
