/// Operations of a traced store. See ``Tracer``.
///
/// All members belong to the store's executor.
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
      by: TracedEffect(
        snapshot,
        of: engine.origin(of: start.id)?.traced,
        in: tracer.store,
        instruments: tracer.instruments,
        keys: tracer.keys
      )
    )
  }
}
