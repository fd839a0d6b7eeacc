/// The core of a root store: its state and its reducer. The core owns the ``Runtime``, which runs the
/// effects.
///
/// - Note: `@unchecked Sendable`, like the ``Runtime``: the store's executor protects the core's state.
final class StoreCore<State, Action: Sendable>: StateCore<State, Action>, AnyStoreCore, @unchecked Sendable {
  /// The state, which isn't checked for overlapping access at run time, like the properties of the runtime.
  /// ``read(_:)`` traps while a reducer changes the state, and no action is reduced while the state is read.
  @exclusivity(unchecked) private var held: StateBox<State>
  /// The reducer with its subscriptions that lead to declared effects. All other subscriptions are released
  /// with the first action.
  private var reducer: _ResolvedReducer<State, Action>
  /// The function that reduces actions; nil until the first action.
  ///
  /// The core owns the object, and never replaces it. The caller of a method keeps the core alive, so the
  /// object isn't retained for an action, which would make a send 11 % slower.
  @exclusivity(unchecked) private var reduction: Unmanaged<StoredReduction<State, Action>>?
  /// The parts that only some stores have; nil until the store has one of them.
  @exclusivity(unchecked) private var rareParts: StoreCoreParts<State, Action>?

  init(
    state: sending State,
    reducer: _ResolvedReducer<State, Action>,
    configuration: StoreConfiguration<Action>,
    dependencies: TaskDependencies?,
    location: CallSite
  ) {
    held = StateBox(state)
    let found = reducer.foundSubscriptions
    self.reducer = reducer.with(subscriptions: found)
    super.init(
      runtime: Runtime(
        executor: configuration.executor,
        settings: .of(configuration),
        failureReaction: .of(configuration.failurePolicy),
        mayDeclare: !found.isEmpty,
        dependencies: dependencies,
        location: location
      )
    )
    runtime.belong(to: self)
  }

  deinit { reduction?.release() }

  private var madeParts: StoreCoreParts<State, Action> {
    if let rareParts { return rareParts }
    let new = StoreCoreParts<State, Action>()
    rareParts = new
    return new
  }

  private var recording: StoreRecording<State, Action>? { rareParts?.recording }

  /// The root of the feature tree.
  private var node: RootFeatureNode<State, Action> { rareParts?.node ?? madeParts.madeNode(of: self) }

  private var state: State {
    get { held.value }
    _modify { yield &held.value }
  }

  // The root's state is never removed.
  override var isAlive: Bool { true }
  override func whenGone(_ body: @escaping () -> Void) {}
  override var requestsToTheState: ScopedRequests? { nil }
  override var parts: ScopedParts<State> { rareParts?.scopedParts ?? madeParts.madeScopedParts() }
  override var closed: StoreError? { runtime.turn.lifecycle == .open ? nil : runtime.reasonOfEnd }

  override func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    runtime.assertOnIsolation()
    precondition(
      runtime.turn.phase != .reducing,
      "A reducer read its own store's state while changing it. Use the state that is passed to the reducer."
    )
    // Actions that the reader sends with `assumeIsolated` are reduced after the reader has finished.
    return try runtime.reading { () throws(Failure) in try held.read(body) }
  }

  // MARK: Sending

  override func send(_ action: Action) -> StoreTask {
    runtime.assertOnIsolation()
    return runtime.inDependencies { sendInDependencies(action) }
  }

  override func answer(_ task: StoreTask, to action: Action, at location: CallSite) -> StoreTask {
    if task.cascade === Cascade.ofPostponed { return sendDuringTurn(action, at: location) }
    runtime.reportSendAfterShutdown(action, at: location)
    return task
  }

  override func submit(_ action: Action, from source: ActionSource) -> StoreTask {
    runtime.inDependencies {
      runtime.turn.phase == .idle
        ? submitInDependencies(action, from: source) : sendDuringTurn(action, at: runtime.location)
    }
  }

  override func enqueue(
    _ action: Action,
    gate: MailGate?,
    in context: ActionContext?,
    at location: CallSite
  ) throws(StoreError) {
    try runtime.enqueue(QueuedAction(action), gate: gate, in: context)
  }

  private func sendInDependencies(_ action: Action) -> StoreTask {
    if runtime.mailbox.isEmpty, runtime.beginFastPath() {
      if SharingFrame.areInUse { return sendInFrame(action) }
      let program = runtime.withCrashNote(ActionLabel.text(of: action)) { run(&state, action) }
      if program == nil, runtime.endFastPath() { return StoreTask(cascade: nil) }
      return beginEffects(action, program)
    }
    return sendWithDuties(action)
  }

  /// Reduces an action that may read shared values, in a turn of the simplest kind that has begun. This
  /// method isn't inlined, because most programs have no shared values.
  @inline(never)
  private func sendInFrame(_ action: Action) -> StoreTask {
    runtime.enterSharing()
    let program = runtime.withCrashNote(ActionLabel.text(of: action)) { run(&state, action) }
    runtime.leaveSharing()
    if program == nil, runtime.endFastPath() { return StoreTask(cascade: nil) }
    return beginEffects(action, program)
  }

  /// Handles the outcome of a sent action. This method isn't inlined, because most actions have no effect.
  @inline(never)
  private func beginEffects(_ action: Action, _ program: UnresolvedEffect?) -> StoreTask {
    runtime.handle(ofSent: runtime.runTurn { reduced(action, program, nil, from: .sender) })
  }

  /// Stores an action that a reducer has sent with `assumeIsolated`, until the reducer returns.
  func putOff(_ action: Action) {
    madeParts.reentrantActions.append(QueuedAction(action))
    runtime.recordReentrantAction()
  }

  // MARK: Reducing

  /// Creates the function that reduces actions, before the first action. Creating it with the store would
  /// make it take a quarter longer to create a store.
  @inline(never)
  private func resolve() {
    reduction = .passRetained(StoredReduction(reducer.takeReduction()))
    runtime.recordResolution()
  }

  @inline(__always)
  private func run(_ state: inout State, _ action: Action) -> UnresolvedEffect? {
    guard let reduction else { preconditionFailure("A store reduced an action without a reducer.") }
    return reduction._withUnsafeGuaranteedRef { $0.reduce(&state, action).program }
  }

  func reduce(_ leaf: any AnyQueuedAction, _ cascade: CascadeID) {
    _ = reduce(QueuedAction<Action>.cast(leaf).action, cascade, from: .effect)
  }

  func reduce<LeafAction: Sendable>(action: LeafAction, _ cascade: CascadeID) {
    // The following code has the same result as `as!`, without the lookup of the types.
    precondition(LeafAction.self == Action.self, "An effect sent an action of another store's type.")
    _ = reduce(unsafeBitCast(action, to: Action.self), cascade, from: .effect)
  }

  /// Reduces an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cascade: The action's cascade; nil to open a cascade if the action has an effect.
  ///   - source: The source of the action.
  /// - Returns: The cascade; nil if none was opened.
  func reduce(
    _ action: Action,
    _ cascade: CascadeID?,
    from source: ActionSource
  ) -> CascadeID? {
    if let tracer = runtime.tracer { return reduce(action, cascade, from: source, in: tracer) }
    recording?.begin(runtime.dependencyValues)
    runtime.beginReducing()
    let program = runtime.withCrashNote(ActionLabel.text(of: action)) {
      if reduction == nil { resolve() }
      return run(&state, action)
    }
    return reduced(action, program, cascade, from: source)
  }

  /// Reduces an action in a traced store. This method isn't inlined, because most stores aren't traced.
  @inline(never)
  private func reduce(
    _ action: Action,
    _ cascade: CascadeID?,
    from source: ActionSource,
    in tracer: Tracer
  ) -> CascadeID? {
    let value: any Sendable = action
    let causeSummary = causeSummary(value, from: source)
    let info = tracer.begin(
      action,
      as: value,
      summary: causeSummary,
      showsPayloads: runtime.showsPayloads
    )
    if runtime.hasSinks { runtime.tell(.actionReceived(runtime.actionValue(causeSummary))) }
    recording?.begin(runtime.dependencyValues)
    runtime.beginReducing()
    var program: UnresolvedEffect?
    runtime.withCrashNote(CrashText.rest(info)) {
      if reduction == nil { resolve() }
      tracer.reduce(info, &state) { [self] state in program = run(&state, action) }
    }
    if runtime.hasSinks { runtime.tell(.actionReduced(runtime.actionValue(causeSummary))) }
    return reduced(action, program, cascade, from: source)
  }

  /// Handles the outcome of a reduced action. Returns the action's cascade; nil if none was opened.
  private func reduced(
    _ action: Action,
    _ program: UnresolvedEffect?,
    _ cascade: CascadeID?,
    from source: ActionSource
  ) -> CascadeID? {
    var cascade = cascade
    runtime.recordReduction()
    if runtime.turn.duties.contains(.saving) { recordForSaving(action) }
    var since: MonotonicInstant?
    if let program {
      // The effect begins before `reconcile()`, so that the effect ends without starting if its state has
      // been removed.
      let placed: ResolvedEffect
      if case .own(let own) = program {
        placed = own
      } else {
        // The program has children's parts. Placing them opens their scopes.
        let site = ResolutionContext(node: node, address: StateAddress(&state))
        placed = runtime.changeTree { program.resolved(at: site, &$0) }
      }
      let origin = origin(runtime.openCascade(&cascade), action, from: source)
      since = origin.since
      runtime.begin(placed, origin)
    }
    if runtime.subscriptions == .open {
      since = runtime.updateSubscriptions(since: since) { reconcile() }
    } else {
      reconcile()
    }
    if let recording { tell(recording, of: action, from: source, since: since) }
    if runtime.turn.duties.contains(.feeds) { tellFeeds(of: action) }
    runtime.forgetIdentityChanges()
    if let rareParts, !rareParts.reentrantActions.isEmpty {
      for sent in Swift.exchange(&rareParts.reentrantActions, with: []) {
        runtime.begin(.send(sent), origin(runtime.openCascade(&cascade), action, from: source))
      }
      runtime.recordReentrantActionsBegan()
    }
    return cascade
  }

  /// Records a step. This method isn't inlined, because inlined code would look up the step's metadata even
  /// without a recording.
  @inline(never)
  private func tell(
    _ recording: StoreRecording<State, Action>,
    of action: Action,
    from source: ActionSource,
    since: MonotonicInstant?
  ) {
    recording.step(source == .effect ? .received(action) : .sent(action), state, since)
  }

  /// Makes the feeds create their events for an action. This method isn't inlined, because most stores have
  /// no feeds.
  @inline(never)
  private func tellFeeds(of action: Action) {
    runtime.observers?.feeds.forEach { tap in
      held.read { ActionTap<State, Action>.cast(tap).reduced(action, $0) }
    }
  }

  @inline(never)
  private func recordForSaving(_ action: Action) { runtime.saveQueue?.reduced(action) }

  // MARK: The features

  func reconcile() {
    if runtime.turn.duties.contains(.scopedStores) {
      let scopedParts = parts
      scopedParts.look(&state, runtime.identityChanges)
      if scopedParts.isEmpty { runtime.scopedStoresWent() }
    }
    if runtime.turn.duties.contains(.subscriptions) {
      // The closures of subscriptions are user code that runs while the state is being changed.
      runtime.beginReducing()
      runtime.changeTree { node.reconcile(&state, &$0) }
      madeParts.declaring(reducer.subscriptions, of: self).update(&state, runtime)
      runtime.settleTurn()
    } else if runtime.turn.duties.contains(.scopes) {
      runtime.changeTree { node.reconcile(&state, &$0) }
    }
  }

  func startSubscriptions() {
    guard runtime.openSubscriptions() else { return }
    let turn = { [self] in
      runtime.inDependencies {
        runtime.runTurn {
          reconcile()
          _ = runtime.takeMomentOfSubscriptions()
        }
      }
    }
    if let saveQueue = runtime.saveQueue { saveQueue.restoring(turn) } else { turn() }
    runtime.tracer?.declaredCauses?.endRestoring()
  }

  /// Changes the state on behalf of a node.
  func change(_ body: (inout State) -> Void) { body(&state) }

  func dismiss(_ path: ScopePath, _ change: () -> Void) {
    recording?.begin(runtime.dependencyValues)
    runtime.beginReducing()
    if let tracer = runtime.tracer { tracer.dismiss(path, &state) { _ in change() } } else { change() }
    runtime.recordReduction()
    runtime.saveQueue?.requireSave()
    runtime.tellDismissed(path)
    reconcile()
    let since = runtime.takeMomentOfSubscriptions()
    recording?.step(.dismissed(path), state, since)
  }

  func dismissRoot() -> Bool {
    guard let dismissal = recording?.dismissal else { return false }
    dismissal()
    runtime.cancelEffects()
    return true
  }

  func record(_ recording: StoreRecording<State, Action>) {
    madeParts.recording = recording
    runtime.recordingBegan()
  }
}
