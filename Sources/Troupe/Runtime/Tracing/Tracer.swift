/// The additional data of a traced store: its instruments, and the ids of its actions.
///
/// A store is traced while it has instruments or while its events have consumers. Other stores have no
/// tracer. The tracer belongs to its store's executor, like the rest of the ``Runtime``, except for its
/// immutable properties.
final class Tracer {
  let store: StoreInfo
  let instruments: [any Instrument]
  let keys: [ObjectIdentifier]
  /// Whether reducers have separate instruments.
  let servesReducers: Bool
  /// The labels of the store's actions; nil if the store has no instruments.
  private let labels: CaseLabels?
  private var lastNumber: UInt64 = 0
  /// How the next action reached the store.
  private var arrival = Arrival.sent
  /// The action that is being reduced, or whose turn is still in progress; nil for none.
  private var action: Current?
  /// The instruments' contexts for effects and actions that the current action causes.
  ///
  /// Like the properties of ``Runtime``, these contexts aren't checked for overlapping access at run time. A
  /// value that is released in a change may send an action with `assumeIsolated`. Such an action is postponed
  /// until the end of the turn.
  @exclusivity(unchecked) private var contexts: [(any Sendable)?]
  /// The current turn; nil if the turn hasn't reduced an action yet.
  private var turn: (first: ActionID, start: MonotonicInstant, actionCount: Int)?

  /// The causes of the effects that the state declares; nil if the store isn't saved.
  private(set) var declaredCauses: DeclaredCauses?

  /// How an action reached its store.
  struct Arrival {
    var origin: ActionInfo.Origin
    var cause: TracedCause?
    var scopePath = ScopePath.root

    static var sent: Arrival { Arrival(origin: .sent, cause: nil) }
  }

  /// The current action or dismissal. A dismissal has no action.
  private struct Current {
    var causeSummary: (any Sendable)?
    /// The action's ids, as the cause of its consequences.
    var id: Cause
    /// The action's cause; nil if nothing in a store caused it.
    var cause: Cause?
    /// The action as a traced cause; nil until the action has a consequence.
    var traced: TracedCause?
  }

  init(store: StoreInfo, instruments: [any Instrument], servesReducers: Bool, labels: CaseLabels?) {
    self.store = store
    self.instruments = instruments
    keys = instruments.map { InstrumentContexts.key(of: $0) }
    contexts = instruments.map { _ in nil }
    self.servesReducers = servesReducers
    self.labels = labels
  }

  /// Whether events are reported even if they have no consumers.
  var hasInstruments: Bool { !instruments.isEmpty || servesReducers }

  /// Records how the next action reached the store.
  func arrive(_ arrival: Arrival) { self.arrival = arrival }

  /// The action that is being reduced, or whose turn is still in progress, as the cause of its consequences.
  ///
  /// The cause is created on demand, because most actions have no consequences.
  var current: TracedCause? {
    guard let action else { return nil }
    if let traced = action.traced { return traced }
    let traced = TracedCause(
      action: action.causeSummary,
      cause: action.id,
      contexts: InstrumentContexts(of: keys, contexts)
    )
    self.action?.traced = traced
    return traced
  }

  /// Makes the tracer keep the causes of the effects that the state declares, for a saved store.
  ///
  /// - Parameter causes: The causes that another run of the store has saved.
  func keepDeclaredCauses(restoring causes: [SavedCause]) {
    declaredCauses = DeclaredCauses(restoring: causes)
  }

  // MARK: Reductions

  /// Assigns an id to the action that is about to be reduced.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - value: The same action, for the instruments.
  ///   - causeSummary: The value that may be kept for the action; see ``ReplyRegistry``.
  ///   - showsPayloads: Whether the action's text shows payloads.
  func begin<Action>(
    _ action: Action,
    as value: any Sendable,
    summary causeSummary: any Sendable,
    showsPayloads: Bool
  ) -> ActionInfo {
    let arrival = Swift.exchange(&arrival, with: .sent)
    let (id, start) = next()
    let label =
      instruments.isEmpty ? nil : KnownLabel.of(action, labels, isShared: instruments.count > 1)
    begun(id, causeSummary, arrival.cause)
    return ActionInfo(
      ActionInfo.Facts(
        id: id,
        store: store,
        action: ActionValue(value, showsPayloads: showsPayloads, knownLabel: label),
        origin: arrival.origin,
        cause: arrival.cause?.cause,
        scopePath: arrival.scopePath,
        moment: start
      )
    )
  }

  /// Reduces an action inside all instruments.
  func reduce<State>(_ action: ActionInfo, _ state: inout State, _ body: (inout State) -> Void) {
    guard hasInstruments, self.action != nil else { return body(&state) }
    reduce(action, inside: 0, &state, body)
    assertNothingFollowed()
  }

  /// Reduces an action inside the instruments from a given index on.
  private func reduce<State>(
    _ action: ActionInfo,
    inside index: Int,
    _ state: inout State,
    _ body: (inout State) -> Void
  ) {
    guard index < instruments.count else {
      return servesReducers ? CurrentAction.during(action) { body(&state) } : body(&state)
    }
    var its = action
    its.instrumentContext = contexts[index]
    var once = OneShot()
    instruments[index].reduce(&its, state: &state) { state in
      if once.isFirst() { reduce(action, inside: index + 1, &state, body) }
    }
    contexts[index] = its.instrumentContext
    if once.isFirst() {
      instruments[index].reportSkippedReduction(of: action)
      reduce(action, inside: index + 1, &state, body)
    }
  }

  /// Removes a child's state inside all instruments.
  func dismiss<State>(_ path: ScopePath, _ state: inout State, _ body: (inout State) -> Void) {
    let cause = Swift.exchange(&arrival, with: .sent).cause
    let (id, start) = next()
    begun(id, nil, cause)
    let info = DismissalInfo(
      id: id,
      store: store,
      scopePath: path,
      cause: cause?.cause,
      moment: start
    )
    dismiss(info, inside: 0, &state, body)
    assertNothingFollowed()
  }

  private func dismiss<State>(
    _ dismissal: DismissalInfo,
    inside index: Int,
    _ state: inout State,
    _ body: (inout State) -> Void
  ) {
    guard index < instruments.count else { return body(&state) }
    var its = dismissal
    its.instrumentContext = contexts[index]
    var once = OneShot()
    instruments[index].dismiss(&its, state: &state) { state in
      if once.isFirst() { dismiss(dismissal, inside: index + 1, &state, body) }
    }
    contexts[index] = its.instrumentContext
    if once.isFirst() {
      instruments[index].reportSkipped(
        "dismiss(_:state:body:)",
        "The dismissal of \(dismissal.scopePath)",
        store
      )
      dismiss(dismissal, inside: index + 1, &state, body)
    }
  }

  /// Asserts that the action has had no consequences yet. Consequences get the contexts that the instruments
  /// have set, and these contexts are complete only now.
  private func assertNothingFollowed() {
    assert(action?.traced == nil, "An action had consequences before it was reduced.")
  }

  private func begun(_ id: ActionID, _ causeSummary: (any Sendable)?, _ cause: TracedCause?) {
    action = Current(
      causeSummary: causeSummary,
      id: Cause(action: id, root: cause?.cause.root ?? id),
      cause: cause?.cause
    )
    setContexts(cause?.contexts ?? .none)
  }

  private func setContexts(_ inherited: InstrumentContexts) {
    if inherited.isEmpty {
      for index in 0..<contexts.count { contexts[index] = nil }
    } else {
      contexts = inherited.values(for: keys)
    }
  }

  private func next() -> (id: ActionID, start: MonotonicInstant) {
    lastNumber += 1
    let id = ActionID(run: store.run, number: lastNumber)
    let now = MonotonicInstant.now
    if turn == nil { turn = (id, now, 0) }
    turn?.actionCount += 1
    return (id, now)
  }

  /// Records the end of the turn.
  func turnEnded(_ number: UInt64) {
    action = nil
    setContexts(.none)
    guard let ended = turn else { return }
    turn = nil
    if instruments.isEmpty { return }
    let info = TurnInfo(
      store: store,
      number: number,
      first: ended.first,
      actionCount: ended.actionCount,
      firstMoment: ended.start,
      lastMoment: MonotonicInstant.now
    )
    for instrument in instruments { instrument.turnEnded(info) }
  }

  // MARK: Events and saves

  /// Returns an event with its cause.
  func event(_ kind: StoreEvent.Kind, showsPayloads: Bool) -> StoreEvent {
    let cause =
      switch kind {
      case .effectStarted(let effect), .effectEnded(let effect), .effectFailed(let effect, _),
        .effectCancelled(let effect):
        effect.cause
      case .actionDropped(let action):
        action.traced?.cause
      case .actionReceived, .actionReduced, .inboxOverflow, .effectDropped, .scopeBegan,
        .scopeEnded, .dismissed:
        self.action?.cause
      }
    return StoreEvent(
      kind: kind,
      instant: MonotonicInstant.now.instant,
      actionID: self.action?.id.action,
      cause: cause,
      showsPayloads: showsPayloads
    )
  }

  func tell(_ event: StoreEvent.Kind) {
    for (index, instrument) in instruments.enumerated() {
      switch event {
      case .scopeBegan(let path): instrument.scopeBegan(path, in: store)
      case .scopeEnded(let path): instrument.scopeEnded(path, in: store)
      case .effectCancelled(let effect): instrument.effectCancelled(info(of: effect, for: index))
      case .actionDropped(let action):
        instrument.actionDropped(action, cause: action.traced?.cause, in: store)
      case .inboxOverflow(let count): instrument.inboxOverflow(dropping: count, in: store)
      case .actionReceived, .actionReduced, .effectStarted, .effectEnded, .effectFailed, .effectDropped,
        .dismissed:
        break
      }
    }
  }

  /// Returns the description of the effect for an instrument.
  private func info(of effect: EffectSnapshot, for index: Int) -> EffectInfo {
    EffectInfo(
      store: store,
      snapshot: effect,
      cause: effect.cause,
      instrumentContext: effect.traced?.contexts.values(for: keys)[index]
    )
  }

  /// Notifies the instruments of a save.
  func saved(_ turnCount: UInt64, unsaved: UInt64, wait: Duration) {
    let info = SaveInfo(store: store, turnCount: turnCount, unsavedTurnCount: unsaved, wait: wait)
    for instrument in instruments { instrument.saved(info) }
  }
}
