import Synchronization

/// The state and the reducer of a tree of stores, and the runtime that runs its effects.
final class RootCore<State, Action: Sendable>: ActionRuntime<Action>, StateAccess, @unchecked Sendable {
  /// Like the rest of the runtime, it isn't checked at run time for overlapping access. ``read(_:)`` traps
  /// while a reducer changes it, and no action is reduced while it is read.
  @exclusivity(unchecked) private var held: Held<State>
  private let reducer: _ResolvedReducer<State, Action>
  /// The declarations of the reducer that lead to declared effects. Those that don't are let go.
  private let found: [Declaration<State, Action>]
  /// The whole state, if something in it may be declared.
  private lazy var declaring = node.declaring(by: nil) { [self] in
    DeclaringFeature(found, owner: nil, node: node, route: nil, positions: [])
  }
  /// The root of the tree of running features. It is made when something first runs below the root.
  private lazy var node = RootFeatureNode(core: self)
  /// The scoped stores on parts of the state, made for the first one whose state may go away.
  private(set) lazy var parts = ScopedParts<State>()
  private var recording: StoreRecording<State, Action>?
  #if DEBUG
    /// The beginning of what a crash in the reducer says.
    private lazy var crashText = CrashText.start(label)
  #endif
  private let failurePolicy: FailurePolicy<Action>

  init(
    state: sending State,
    reducer: _ResolvedReducer<State, Action>,
    configuration: StoreConfiguration<Action>,
    dependencies: TaskDependencies?,
    location: SourceLocation
  ) {
    held = Held(state)
    self.reducer = _ResolvedReducer(reduce: reducer.reduce)
    found = reducer.foundDeclarations
    failurePolicy = configuration.failurePolicy
    super.init(
      executor: configuration.executor,
      settings: .of(configuration),
      dependencies: dependencies,
      location: location
    )
    if found.isEmpty { return }
    declarations = .waiting
    if case .restart(let rule) = failurePolicy.reaction { supervision = Supervision(rule) }
  }

  /// Makes a core. Its state and its reducer are made under the dependencies of the store.
  static func make(
    state: () -> sending State,
    reducer: () -> some Reducer<State, Action>,
    configuration: StoreConfiguration<Action>,
    updateDependencies: ((inout DependencyValues) -> Void)?,
    location: SourceLocation
  ) -> RootCore {
    let core = make(
      state: state,
      reducer: reducer,
      configuration: configuration,
      position: StorePosition(updatedBy: updateDependencies),
      location: location
    )
    core.begin(configuration)
    return core
  }

  /// Makes a core with the dependencies of a position. It doesn't begin what its state declares until
  /// ``begin(_:)``.
  static func make(
    state: () -> sending State,
    reducer: () -> some Reducer<State, Action>,
    configuration: StoreConfiguration<Action>,
    position: StorePosition,
    location: SourceLocation
  ) -> RootCore {
    position.within {
      let lifetime = configuration.lifecycleLog.map {
        StoreLifetime(
          of: Store<State, Action>.debugDescription(name: configuration.name, location: location),
          log: $0
        )
      }
      let resolutionCount = ReducerInstrument.resolutionCount
      var reducer = reducer()._resolve()
      if let lifetime { reducer = reducer.keeping(lifetime) }
      let core = RootCore(
        state: state(),
        reducer: reducer,
        configuration: configuration,
        dependencies: position.dependencies,
        location: location
      )
      // The reducers of the children were resolved by the search for what they declare.
      let servesReducers = ReducerInstrument.resolutionCount != resolutionCount
      if core.hasInstruments || servesReducers {
        core.trace(with: configuration.instruments, servesReducers: servesReducers)
      }
      return core
    }
  }

  private func trace(with instruments: [any Instrument], servesReducers: Bool) {
    trace(with: makeTracer(instruments, servesReducers: servesReducers))
  }

  private func makeTracer(_ instruments: [any Instrument], servesReducers: Bool) -> Tracer {
    let store = StoreInfo(
      run: .random(in: 1 ... .max),
      name: name,
      type: "Store<\(TypeName(State.self).full), \(TypeName(Action.self).full)>",
      location: location
    )
    return Tracer(
      store: store,
      instruments: instruments,
      servesReducers: servesReducers,
      labels: instruments.isEmpty ? nil : ActionLabel.labels(of: Action.self)
    )
  }

  override func makeTracer() -> Tracer { makeTracer([], servesReducers: false) }

  /// Begins what the state declares, unless the configuration leaves that to somebody else.
  func begin(_ configuration: StoreConfiguration<Action>) {
    if configuration.startsDeclarations { startDeclarationsByMail() }
  }

  private var state: State {
    get { held.value }
    _modify { yield &held.value }
  }

  var runtime: Runtime { self }
  var isAlive: Bool { true }
  // The root's state never goes away.
  func whenGone(_ body: @escaping () -> Void) {}
  var requestsToTheState: ScopedRequests? { nil }

  func send(_ action: Action) -> StoreTask {
    assertOnHome()
    return inDependencies { sendInDependencies(action) }
  }

  private func sendInDependencies(_ action: Action) -> StoreTask {
    if mailbox.isEmpty, turn.beginFastPath() {
      let program = withCrashNote(ActionLabel.text(of: action)) { reducer.reduce(&state, action).program }
      if program == nil, turn.endFastPath() { return StoreTask(cascade: nil) }
      return beginEffects(action, program)
    }
    return sendWithDuties(action)
  }

  /// Handles the outcome of an action that was sent. It isn't inlined, because most actions have no effect.
  @inline(never)
  private func beginEffects(_ action: Action, _ program: Program?) -> StoreTask {
    handle(ofSent: runCascade { reduced(action, program, nil, isSent: true) })
  }

  @inline(never)
  private func sendWithDuties(_ action: Action) -> StoreTask {
    guard turn.phase == .idle else { return .postponed }
    drainMailbox()
    return turn.lifecycle == .open ? submitInDependencies(action) : .refused(because: reasonOfEnd)
  }

  func answer(_ task: StoreTask, to action: Action, at location: SourceLocation) -> StoreTask {
    if task.cascade === Cascade.ofPostponed { return sendDuringTurn(action, at: location) }
    reportSendAfterShutdown(action, at: location)
    return task
  }

  var closed: StoreClosed? { turn.lifecycle == .open ? nil : reasonOfEnd }

  func submit(_ action: Action, remembering standIn: (() -> Action)?) -> StoreTask {
    inDependencies {
      turn.phase == .idle ? submitInDependencies(action, standIn) : sendDuringTurn(action, at: location)
    }
  }

  private func submitInDependencies(_ action: Action, _ standIn: (() -> Action)? = nil) -> StoreTask {
    if let tracer { recordSend(in: tracer) }
    return handle(ofSent: runCascade { reduce(action, nil, isSent: true, standIn) })
  }

  /// Sends an action from code inside a turn that accesses the store by force, with `assumeIsolated`.
  private func sendDuringTurn(_ action: Action, at location: SourceLocation) -> StoreTask {
    guard turn.phase == .reducing else {
      post(.forced(Delivery(action), location))
      return StoreTask(cascade: nil)
    }
    reportIssue(
      """
      A reducer of \(label) sent an action to its own store while it was reducing another: \
      \(text(of: action)). The action is reduced later in this turn.

      Return `.send(…)` from the reducer instead. If an instrument around the reducer sent it, let the instrument enqueue it.
      """,
      at: location
    )
    sentByForce.append(Delivery(action))
    turn.reentrantActionCame()
    return StoreTask(cascade: nil)
  }

  func enqueue(
    _ action: Action,
    gate: MailGate?,
    in context: ActionContext?,
    at location: SourceLocation
  ) throws(InboxError) {
    try enqueue(Delivery(action), gate: gate, in: context)
  }

  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    assertOnHome()
    precondition(
      turn.phase != .reducing,
      "A reducer read the state of its own store while it was changing it. Use the state it was given."
    )
    // Actions that the reader sends by force are reduced after it has finished.
    guard turn.beginReading() else { return try held.read(body) }
    defer { turn.endReading() }
    return try held.read(body)
  }

  override func reduce(_ action: Action, _ cascade: CascadeID) {
    _ = reduce(action, cascade, isSent: false)
  }

  /// Reduces an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cascade: The cascade that it belongs to; nil to open one if it has an effect.
  ///   - isSent: Whether it comes from outside.
  ///   - standIn: Makes what the store remembers in place of the action; nil for the action itself.
  /// - Returns: The cascade; nil if none was opened.
  private func reduce(
    _ action: Action,
    _ cascade: CascadeID?,
    isSent: Bool,
    _ standIn: (() -> Action)? = nil
  ) -> CascadeID? {
    if let tracer { return reduce(action, cascade, isSent: isSent, standIn, in: tracer) }
    recording?.begin(dependencyValues)
    turn.beginReducing()
    let program = withCrashNote(ActionLabel.text(of: action)) { reducer.reduce(&state, action).program }
    return reduced(action, program, cascade, isSent: isSent, standIn)
  }

  /// Runs the reducer. In debug builds, a crash in it says which action of which store it was.
  ///
  /// - Parameter rest: What the note says of the action; see ``CrashText``. Only debug builds ask for it.
  @inline(__always)
  private func withCrashNote<Result>(_ rest: @autoclosure () -> String, _ reduce: () -> Result) -> Result {
    #if DEBUG
      let rest = rest()
      guard let naming else { return CrashNote.during(crashText, rest, reduce) }
      let (name, location) = (name, location)
      return naming.watching({ Self.label(name: name, location: location) }, rest) {
        CrashNote.during(crashText, rest, reduce)
      }
    #else
      reduce()
    #endif
  }

  /// Reduces an action of a store that is traced. It isn't inlined, because most stores aren't.
  @inline(never)
  private func reduce(
    _ action: Action,
    _ cascade: CascadeID?,
    isSent: Bool,
    _ standIn: (() -> Action)?,
    in tracer: Tracer
  ) -> CascadeID? {
    let value: any Sendable = action
    let remembered = remembered(value, standIn)
    let info = tracer.begin(
      action,
      as: value,
      remembering: remembered,
      showsPayloads: showsPayloads
    )
    if hasSinks { tell(.actionReceived(actionValue(remembered))) }
    recording?.begin(dependencyValues)
    turn.beginReducing()
    var program: Program?
    withCrashNote(CrashText.rest(info)) {
      tracer.reduce(info, &state) { [reducer] state in program = reducer.reduce(&state, action).program }
    }
    if hasSinks { tell(.actionReduced(actionValue(remembered))) }
    return reduced(action, program, cascade, isSent: isSent, standIn)
  }

  /// Handles the outcome of a reduced action. Returns its cascade; nil if none was opened.
  private func reduced(
    _ action: Action,
    _ program: Program?,
    _ cascade: CascadeID?,
    isSent: Bool,
    _ standIn: (() -> Action)? = nil
  ) -> CascadeID? {
    var cascade = cascade
    turn.reduced()
    if turn.duties.contains(.saving) { recordForSaving(action) }
    var since: Moment?
    if let program {
      // This comes before `reconcile()`, so that effects whose state has gone end before they start.
      let placed =
        if case .own(let placed) = program {
          placed
        } else {
          program.placed(at: EffectSite(node: node, address: StateAddress(&state), runtime: self))
        }
      let origin = origin(openCascade(&cascade), action, standIn)
      since = origin.since
      engine.begin(placed, origin)
    }
    if declarations == .open {
      momentOfDeclarations = since
      reconcile()
      since = momentOfDeclarations
      openDeclaredCascades()
    } else {
      reconcile()
    }
    if let recording { tell(recording, of: action, isSent: isSent, since: since) }
    if turn.duties.contains(.feeds) { tellFeeds(of: action) }
    forgetSuccessors()
    if !sentByForce.isEmpty {
      for forced in Swift.exchange(&sentByForce, with: []) {
        engine.begin(.send(forced), origin(openCascade(&cascade), action, standIn))
      }
      turn.reentrantActionsBegan()
    }
    return cascade
  }

  /// Not inlined, because the metadata of the step would be looked up even without a recording.
  @inline(never)
  private func tell(
    _ recording: StoreRecording<State, Action>,
    of action: Action,
    isSent: Bool,
    since: Moment?
  ) {
    recording.step(isSent ? .sent(action) : .received(action), state, since)
  }

  /// Has the feeds make their events of an action. Not inlined, as most stores have none.
  @inline(never)
  private func tellFeeds(of action: Action) {
    observers?.feeds.forEach { tap in held.read { ActionTap<State, Action>.cast(tap).reduced(action, $0) } }
  }

  @inline(never)
  private func recordForSaving(_ action: Action) { saveQueue?.reduced(action) }

  /// Ends the scopes and scoped stores that have lost their state.
  private func reconcile() {
    // The scoped stores look at the changes to a collection before the feature nodes do, and renew their
    // tokens after them. Then both see the same changes, and neither has to look at all elements.
    let hasScopedStores = turn.duties.contains(.scopedStores)
    if hasScopedStores { parts.look(state, self) }
    if turn.duties.contains(.declarations) {
      // The closures of declarations are the user's code, for which the state is being changed.
      turn.beginReducing()
      node.reconcile(&state, self)
      declaring.update(&state, self)
      turn.settle()
    } else if turn.duties.contains(.scopes) {
      node.reconcile(&state, self)
    }
    if hasScopedStores {
      if parts.mustRenew { parts.renew(&state) }
      if parts.isEmpty {
        self.hasScopedStores = false
        updateDuties()
      }
    }
  }

  override func startDeclarations() {
    guard declarations == .waiting, turn.lifecycle == .open else { return }
    declarations = .open
    updateDuties()
    let turn = { [self] in
      inDependencies {
        runTurn {
          reconcile()
          openDeclaredCascades()
        }
      }
    }
    if let saveQueue { saveQueue.restoring(turn) } else { turn() }
    tracer?.declaredCauses?.endRestoring()
  }

  /// Changes the state on behalf of a node.
  func change(_ body: (inout State) -> Void) { body(&state) }

  override func dismiss(_ path: ScopePath, _ change: () -> Void) {
    recording?.begin(dependencyValues)
    turn.beginReducing()
    if let tracer { tracer.dismiss(path, &state) { _ in change() } } else { change() }
    turn.reduced()
    saveQueue?.requireSave()
    engine.tell(.dismissed(path))
    reconcile()
    let since = momentOfDeclarations
    openDeclaredCascades()
    recording?.step(.dismissed(path), state, since)
  }

  override func dismissRoot() -> Bool {
    guard let dismissal = recording?.dismissal else { return false }
    dismissal()
    cancelEffects()
    return true
  }

  override var isRecorded: Bool { recording != nil }

  func record(_ recording: StoreRecording<State, Action>) {
    self.recording = recording
    updateDuties()
  }

  private func origin(_ cascade: CascadeID, _ cause: Action, _ standIn: (() -> Action)?) -> Engine.Origin {
    Engine.Origin(
      scope: .root,
      cascade: cascade,
      cause: tracer?.current ?? remembered(cause, standIn),
      since: .now
    )
  }

  /// Returns what the store remembers of an action.
  private func remembered(_ action: any Sendable, _ standIn: (() -> Action)?) -> any Sendable {
    guard let standIn else { return remembered(action) }
    return remembered(standIn(), besides: 1)
  }

  override func fail(_ effect: RunningEffect, _ origin: Engine.Origin, _ error: any Error) {
    handles[origin.cascade.slot]?.fail(error)
    requests.fail(origin.cascade, error)
    if engine.hasListeners, let snapshot = engine.snapshot(of: effect.id) {
      tell(.effectFailed(snapshot, error))
    }
    switch failurePolicy.reaction {
    case .report:
      report(effect, origin, error, advice: "or set the store's `failurePolicy`.")
    case .restart(let rule):
      let isSupervised = origin.declared == .standing && declarations == .open && supervision != nil
      if isSupervised, !(error is UnimplementedError) {
        if supervision?.restart(after: origin, failed: effect, self) == true { return }
        report(
          effect,
          origin,
          error,
          advice: """
            or allow more restarts in the store's `failurePolicy`. It isn't begun anew, because its scope has \
            failed more than \(rule.limit) times within \(rule.duration), or the back-off has no more attempts.
            """
        )
      } else {
        report(effect, origin, error, advice: "or set the store's `failurePolicy`.")
      }
    case .send(let action):
      var origin = origin
      origin.route = nil
      engine.begin(.send(Delivery(action(error))), origin)
    case .cancelScope:
      engine.cancelAll(in: origin.scope)
    }
  }

  private func report(
    _ effect: RunningEffect,
    _ origin: Engine.Origin,
    _ error: any Error,
    advice: String
  ) {
    // An unimplemented dependency has already reported an issue when it was called.
    guard !(error is UnimplementedError) else { return }
    reportIssue(
      """
      The effect \(effect.label) threw an error that nobody caught: \
      \(IssueText.error(error, showsPayloads: showsPayloads)). It was started by \(text(of: origin.causingAction)).

      Catch the error in the operation, give `.run` a `catch:`, \(advice)
      """,
      at: effect.location
    )
  }
}

/// The state of a store.
///
/// It can't be copied, so that whoever reads it gets the state itself. Otherwise, Swift makes a copy of a
/// stored property of an object for each call, which counts a reference for each object in the state.
private struct Held<State>: ~Copyable {
  var value: State

  init(_ value: State) { self.value = value }

  borrowing func read<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(value)
  }
}
