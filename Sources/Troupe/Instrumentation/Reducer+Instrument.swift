import Synchronization

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

/// The action that the store is reducing, as reducers' instruments receive it.
enum CurrentAction {
  /// A reduction in progress. A task that the reducer starts inherits this value, and keeps it after the
  /// reduction has ended.
  private final class Reduction: Sendable {
    let info: ActionInfo
    let isOver = Atomic(false)

    init(_ info: ActionInfo) { self.info = info }
  }

  /// The store's current reduction; nil in a store that isn't traced.
  @TaskLocal private static var current: Reduction?
  /// The number of actions that reducers have reduced without a store.
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

/// A reducer's instrument, which wraps the work of the reducer's effects.
struct ReducerInstrument: WorkWrapper {
  /// The number of reducers with instruments that have been resolved so far.
  private static let resolutions = Atomic<UInt64>(0)

  private let instrument: any Instrument
  /// The action whose reduction returned the effects; nil for effects that the state declares.
  private let action: ActionInfo?

  init(_ instrument: any Instrument, _ action: ActionInfo?) {
    self.instrument = instrument
    self.action = action
  }

  static func recordResolution() { resolutions.add(1, ordering: .relaxed) }

  /// The number of reducers with instruments that have been resolved. A new store compares the numbers before
  /// and after resolving its reducer to determine whether the reducer may have an instrument. If another
  /// thread resolves a reducer with an instrument at the same time, the store assigns ids to its actions
  /// unnecessarily.
  static var resolutionCount: UInt64 { resolutions.load(ordering: .relaxed) }

  /// Runs work inside the instrument.
  func run(_ work: @Sendable () async throws -> Void) async throws {
    guard let effect = TracedEffect.current else { return try await work() }
    try await instrument.runOnce(effect.info(context: action?.instrumentContext), work)
  }
}

extension Effect {
  /// Wraps each `run` of the effect in a reducer's instrument.
  fileprivate func instrumented(by instrument: ReducerInstrument) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(EffectTransform { $0.wrapped(by: instrument) }), around: depth)
  }
}
