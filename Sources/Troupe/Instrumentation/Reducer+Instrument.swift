import Synchronization

extension Reducer {
  /// Watches this reducer with an instrument: its reductions, and the work of the effects that it returns.
  ///
  /// ```swift
  /// Checkout()
  ///   .instrument(SlowActions())
  /// ```
  ///
  /// Of the requirements of ``Instrument``, it calls ``Instrument/reduce(_:state:body:)``, with this
  /// reducer's actions and state, and ``Instrument/run(_:operation:)``. Ids and causes are those of the
  /// store's actions; the ``ActionInfo/context`` is handed on to the effects of the action, and no further.
  /// What else happens in a store is told to those in ``StoreConfiguration/instruments``.
  ///
  /// - Parameter instrument: Watches the reducer.
  @warn_unqualified_access
  public func instrument(_ instrument: some Instrument) -> some Reducer<State, Action> {
    InstrumentReducer(base: self, instrument: instrument)
  }
}

/// A reducer with an instrument, created by `instrument`.
struct InstrumentReducer<Base: Reducer>: Reducer {
  let base: Base
  let instrument: any Instrument

  /// Runs the base with the instrument around it.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    Self.reduce(&state, action, with: instrument) { base.reduce(into: &$0, action: $1) }
  }

  /// The base in resolved form, with the instrument around it.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    ReducerInstrument.noteResolution()
    let resolved = base._resolve()
    let position = DependencyPosition(ReducerInstrument(instrument, nil))
    for declaration in resolved.declarations { declaration.positions.append(position) }
    return _ResolvedReducer(declarations: resolved.declarations) { [instrument] state, action in
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
    var once = Once()
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
  /// A reduction. A task that the reducer started inherits it, also when the reduction is over.
  private final class Reduction: Sendable {
    let info: ActionInfo
    let isOver = Atomic(false)

    init(_ info: ActionInfo) { self.info = info }
  }

  /// The reduction of the store; nil in a store that isn't traced.
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

  /// Returns the action of a feature, with the ids of the store's action.
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
  /// The action that has returned the effects; nil for effects that the state declares.
  private let action: ActionInfo?

  init(_ instrument: any Instrument, _ action: ActionInfo?) {
    self.instrument = instrument
    self.action = action
  }

  static func noteResolution() { resolutions.add(1, ordering: .relaxed) }

  /// The number of reducers with instruments that were resolved so far. It tells a new store whether it may
  /// have one; another thread may have resolved it, which only costs the store the ids of its actions.
  static var resolutionCount: UInt64 { resolutions.load(ordering: .relaxed) }

  /// Does work with the instrument around it.
  func run(_ work: @Sendable () async throws -> Void) async throws {
    guard let effect = TracedEffect.current else { return try await work() }
    try await instrument.runOnce(effect.info(context: action?.context), work)
  }
}

extension Effect {
  /// Puts the instrument of a reducer around each piece of work in the effect.
  fileprivate func instrumented(by instrument: ReducerInstrument) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(LeafMap { $0.wrapped(by: instrument) }), around: depth)
  }
}
