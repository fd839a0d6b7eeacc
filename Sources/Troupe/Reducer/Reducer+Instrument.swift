extension Reducer {
  /// Lets an instrument observe this reducer's reductions and the work of the effects that the reducer
  /// returns.
  ///
  /// ```swift
  /// Checkout()
  ///   .instrument(SlowActions())
  /// ```
  ///
  /// The operator calls two requirements of ``Instrument``: ``Instrument/reduce(_:state:body:)``, with this
  /// reducer's actions and state, and ``Instrument/run(_:operation:)``. The instrument receives the ids and
  /// causes of the store's actions. The ``ActionInfo/instrumentContext`` is passed to the effects of the
  /// action, but not to the actions that these effects send. All other events are reported only to the
  /// instruments in ``StoreConfiguration/instruments``.
  ///
  /// - Parameter instrument: The instrument that observes the reducer.
  @warn_unqualified_access
  public func instrument(_ instrument: some Instrument) -> some Reducer<State, Action> {
    InstrumentReducer(base: self, instrument: instrument)
  }
}

/// The reducer that `instrument` returns, which runs the base reducer inside the instrument.
struct InstrumentReducer<Base: Reducer>: Reducer {
  let base: Base
  let instrument: any Instrument

  /// Runs the base reducer inside the instrument.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    Self.reduce(&state, action, with: instrument) { base.reduce(into: &$0, action: $1) }
  }

  /// Returns the resolved base reducer, which runs inside the instrument.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    ReducerInstrument.recordResolution()
    let resolved = base._resolve()
    let position = DependencyPosition(ReducerInstrument(instrument, nil))
    for subscription in resolved.subscriptions { subscription.positions.append(position) }
    return _ResolvedReducer(subscriptions: resolved.subscriptions) { [instrument] in
      let reduce = resolved.makeReduction()
      return { state, action in Self.reduce(&state, action, with: instrument, reduce) }
    }
  }

  private static func reduce(
    _ state: inout Base.State,
    _ action: Base.Action,
    with instrument: any Instrument,
    _ reduce: (inout Base.State, Base.Action) -> Effect<Base.Action>
  ) -> Effect<Base.Action> {
    var info = CurrentAction.info(of: action)
    var effect = Effect<Base.Action>.none
    var once = OneShot()
    instrument.reduce(&info, state: &state) { state in
      if once.isFirst() { effect = reduce(&state, action) }
    }
    if once.isFirst() {
      instrument.reportSkippedReduction(of: info)
      effect = reduce(&state, action)
    }
    return effect.instrumented(by: ReducerInstrument(instrument, info))
  }
}

extension Effect {
  /// Wraps each `run` of the effect in a reducer's instrument.
  fileprivate func instrumented(by instrument: ReducerInstrument) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(EffectTransform { $0.wrapped(by: instrument) }), around: depth)
  }
}
