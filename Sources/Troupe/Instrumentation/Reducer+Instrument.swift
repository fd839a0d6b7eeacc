import Synchronization

extension Reducer {
  /// Observes this reducer with an instrument: its reductions, and the work of the effects that it returns.
  ///
  /// ```swift
  /// Checkout()
  ///   .instrument(SlowActions())
  /// ```
  ///
  /// It calls two requirements of ``Instrument``: ``Instrument/reduce(_:state:body:)``, with this reducer's
  /// actions and state, and ``Instrument/run(_:operation:)``. Ids and causes are the ids and causes of the
  /// store's actions; the ``ActionInfo/instrumentContext`` is passed to the effects of the action, but no
  /// further.
  /// Everything else is reported only to the instruments in ``StoreConfiguration/instruments``.
  ///
  /// - Parameter instrument: The instrument that observes the reducer.
  @warn_unqualified_access
  public func instrument(_ instrument: some Instrument) -> some Reducer<State, Action> {
    InstrumentReducer(base: self, instrument: instrument)
  }
}

/// A reducer with an instrument, created by `instrument`.
struct InstrumentReducer<Base: Reducer>: Reducer {
  let base: Base
  let instrument: any Instrument

  /// Runs the base inside the instrument.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    Self.reduce(&state, action, with: instrument) { base.reduce(into: &$0, action: $1) }
  }

  /// The resolved base, inside the instrument.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    ReducerInstrument.recordResolution()
    let resolved = base._resolve()
    let position = DependencyPosition(ReducerInstrument(instrument, nil))
    for subscription in resolved.subscriptions { subscription.positions.append(position) }
    return _ResolvedReducer(subscriptions: resolved.subscriptions) { [instrument] state, action in
      Self.reduce(&state, action, with: instrument, resolved.reduce)
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

/// The action that the store is reducing, for the instruments of reducers.
enum CurrentAction {
  /// A reduction. A task that the reducer starts inherits it, even after the reduction has ended.
  private final class Reduction: Sendable {
    let info: ActionInfo
    let isOver = Atomic(false)

    init(_ info: ActionInfo) { self.info = info }
  }

  /// The store's reduction; nil in a store that isn't traced.
  @TaskLocal private static var current: Reduction?
  /// The number of actions of reducers that were called without a store.
  private static let count = Atomic<UInt64>(0)
  private static let run = UInt64.random(in: .min ... .max)

  /// Runs the reduction of an action.
  static func during(_ info: ActionInfo, _ reduce: () -> Void) {
    let reduction = Reduction(info)
    defer { reduction.isOver.store(true, ordering: .releasing) }
    $current.withValue(reduction, operation: reduce)
  }

  /// Returns the information about a feature's action, with the ids of the store's action.
  static func info(of action: some Sendable) -> ActionInfo {
    if let current, !current.isOver.load(ordering: .acquiring) { return current.info.of(action) }
    return ActionInfo(
      ActionInfo.Facts(
        id: ActionID(run: run, number: count.add(1, ordering: .relaxed).newValue),
        store: .none,
        action: ActionValue(action),
        origin: .sent,
        cause: TracedCause.current?.cause,
        scopePath: .root,
        moment: .now
      )
    )
  }
}

/// The instrument of a reducer, for the work of its effects.
struct ReducerInstrument: WorkWrapper {
  /// The number of reducers with instruments that were resolved so far.
  private static let resolutions = Atomic<UInt64>(0)

  private let instrument: any Instrument
  /// The action that returned the effects; nil for effects that the state declares.
  private let action: ActionInfo?

  init(_ instrument: any Instrument, _ action: ActionInfo?) {
    self.instrument = instrument
    self.action = action
  }

  static func recordResolution() { resolutions.add(1, ordering: .relaxed) }

  /// The number of reducers with instruments that have been resolved. A new store uses it to determine
  /// whether its reducer may have an instrument. If another thread has resolved the reducer with the
  /// instrument, the store assigns ids to its actions needlessly.
  static var resolutionCount: UInt64 { resolutions.load(ordering: .relaxed) }

  /// Runs work inside the instrument.
  func run(_ work: @Sendable () async throws -> Void) async throws {
    guard let effect = TracedEffect.current else { return try await work() }
    try await instrument.runOnce(effect.info(context: action?.instrumentContext), work)
  }
}

extension Effect {
  /// Wraps each `run` in the effect in the instrument of a reducer.
  fileprivate func instrumented(by instrument: ReducerInstrument) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(EffectTransform { $0.wrapped(by: instrument) }), around: depth)
  }
}
