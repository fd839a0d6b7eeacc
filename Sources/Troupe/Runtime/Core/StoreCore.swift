/// The core of a store: its state and its reducer. It owns the ``Runtime`` that runs the effects.
///
/// - Note: `@unchecked Sendable`, like the ``Runtime``: the executor of the store guards its state.
final class StoreCore<State, Action: Sendable>: AnyStoreCore, @unchecked Sendable {
  // It comes first, so that a store that is released ends its effects before its state goes.
  let runtime: Runtime
  /// Like the rest of the runtime, it isn't checked at run time for overlapping access. ``read(_:)`` traps
  /// while a reducer changes it, and no action is reduced while it is read.
  @exclusivity(unchecked) private var held: StateBox<State>
  private let reducer: _ResolvedReducer<State, Action>
  /// The subscriptions of the reducer that lead to declared effects. Those that don't are let go.
  private let found: [Subscription<State, Action>]
  /// The whole state, if something in it may be declared.
  private lazy var declaring = node.declaring(by: nil) { [self] in
    DeclaringFeature(found, owner: nil, node: node, route: nil, positions: [])
  }
  /// The root of the tree of running features. It is made when something first runs below the root.
  private lazy var node = RootFeatureNode(core: self)
  /// The scoped stores on parts of the state, made for the first one whose state may go away.
  private(set) lazy var parts = ScopedParts<State>()
  /// Actions that a reducer sent by force. They are queued after the reducer returns.
  @exclusivity(unchecked) private var reentrantActions: [any AnyQueuedAction] = []
  private var recording: StoreRecording<State, Action>?

  init(
    state: sending State,
    reducer: _ResolvedReducer<State, Action>,
    configuration: StoreConfiguration<Action>,
    dependencies: TaskDependencies?,
    location: CallSite
  ) {
    held = StateBox(state)
    self.reducer = _ResolvedReducer(reduce: reducer.reduce)
    found = reducer.foundSubscriptions
    runtime = Runtime(
      executor: configuration.executor,
      settings: .of(configuration),
      failureReaction: .of(configuration.failurePolicy),
      mayDeclare: !found.isEmpty,
      dependencies: dependencies,
      location: location
    )
    runtime.belong(to: self)
  }

  private var state: State {
    get { held.value }
    _modify { yield &held.value }
  }

  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    runtime.assertOnHome()
    precondition(
      runtime.turn.phase != .reducing,
      "A reducer read its own store's state while changing it. Use the state that is passed to the reducer."
    )
    // Actions that the reader sends by force are reduced after it has finished.
    guard runtime.turn.beginReading() else { return try held.read(body) }
    defer { runtime.turn.endReading() }
    return try held.read(body)
  }

  // MARK: Sending

  func send(_ action: Action) -> StoreTask {
    runtime.assertOnHome()
    return runtime.inDependencies { sendInDependencies(action) }
  }

  private func sendInDependencies(_ action: Action) -> StoreTask {
    if runtime.mailbox.isEmpty, runtime.turn.beginFastPath() {
      let program = runtime.withCrashNote(ActionLabel.text(of: action)) {
        reducer.reduce(&state, action).program
      }
      if program == nil, runtime.turn.endFastPath() { return StoreTask(cascade: nil) }
      return beginEffects(action, program)
    }
    return sendWithDuties(action)
  }

  /// Handles the outcome of an action that was sent. It isn't inlined, because most actions have no effect.
  @inline(never)
  private func beginEffects(_ action: Action, _ program: UnresolvedEffect?) -> StoreTask {
    runtime.handle(ofSent: runtime.runTurn { reduced(action, program, nil, isSent: true) })
  }

  @inline(never)
  private func sendWithDuties(_ action: Action) -> StoreTask {
    guard runtime.turn.phase == .idle else { return .postponed }
    return runtime.enter { closed.map { .refused(because: $0) } ?? submitInDependencies(action) }
  }

  /// Keeps an action that a reducer has sent by force until the reducer returns.
  func putOff(_ action: Action) {
    reentrantActions.append(QueuedAction(action))
    runtime.turn.reentrantActionCame()
  }

  // MARK: Reducing

  func reduce(_ leaf: any AnyQueuedAction, _ cascade: CascadeID) {
    _ = reduce(QueuedAction<Action>.cast(leaf).action, cascade, isSent: false)
  }

  func reduce<LeafAction: Sendable>(action: LeafAction, _ cascade: CascadeID) {
    // Does the same as `as!`, which would look the types up.
    precondition(LeafAction.self == Action.self, "The effect of a store with other actions sent one.")
    _ = reduce(unsafeBitCast(action, to: Action.self), cascade, isSent: false)
  }

  /// Reduces an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - cascade: The cascade that it belongs to; nil to open one if it has an effect.
  ///   - isSent: Whether it comes from outside.
  ///   - isAsked: Whether the action carries the reply of a request to this store.
  /// - Returns: The cascade; nil if none was opened.
  func reduce(
    _ action: Action,
    _ cascade: CascadeID?,
    isSent: Bool,
    isAsked: Bool = false
  ) -> CascadeID? {
    if let tracer = runtime.tracer { return reduce(action, cascade, isSent: isSent, isAsked: isAsked, in: tracer) }
    recording?.begin(runtime.dependencyValues)
    runtime.turn.beginReducing()
    let program = runtime.withCrashNote(ActionLabel.text(of: action)) {
      reducer.reduce(&state, action).program
    }
    return reduced(action, program, cascade, isSent: isSent, isAsked: isAsked)
  }

  /// Reduces an action of a store that is traced. It isn't inlined, because most stores aren't.
  @inline(never)
  private func reduce(
    _ action: Action,
    _ cascade: CascadeID?,
    isSent: Bool,
    isAsked: Bool,
    in tracer: Tracer
  ) -> CascadeID? {
    let value: any Sendable = action
    let causeSummary = causeSummary(value, isAsked: isAsked)
    let info = tracer.begin(
      action,
      as: value,
      summary: causeSummary,
      showsPayloads: runtime.showsPayloads
    )
    if runtime.hasSinks { runtime.tell(.actionReceived(runtime.actionValue(causeSummary))) }
    recording?.begin(runtime.dependencyValues)
    runtime.turn.beginReducing()
    var program: UnresolvedEffect?
    runtime.withCrashNote(CrashText.rest(info)) {
      tracer.reduce(info, &state) { [reducer] state in program = reducer.reduce(&state, action).program }
    }
    if runtime.hasSinks { runtime.tell(.actionReduced(runtime.actionValue(causeSummary))) }
    return reduced(action, program, cascade, isSent: isSent, isAsked: isAsked)
  }

  /// Handles the outcome of a reduced action. Returns its cascade; nil if none was opened.
  private func reduced(
    _ action: Action,
    _ program: UnresolvedEffect?,
    _ cascade: CascadeID?,
    isSent: Bool,
    isAsked: Bool = false
  ) -> CascadeID? {
    var cascade = cascade
    runtime.turn.reduced()
    if runtime.turn.duties.contains(.saving) { recordForSaving(action) }
    var since: MonotonicInstant?
    if let program {
      // This comes before `reconcile()`, so that effects whose state has gone end before they start.
      let placed =
        if case .own(let placed) = program {
          placed
        } else {
          place(program)
        }
      let origin = origin(runtime.openCascade(&cascade), action, isAsked: isAsked)
      since = origin.since
      runtime.engine.begin(placed, origin)
    }
    if runtime.subscriptions == .open {
      runtime.momentOfSubscriptions = since
      reconcile()
      since = runtime.takeMomentOfSubscriptions()
    } else {
      reconcile()
    }
    if let recording { tell(recording, of: action, isSent: isSent, since: since) }
    if runtime.turn.duties.contains(.feeds) { tellFeeds(of: action) }
    runtime.forgetIdentityChanges()
    if !reentrantActions.isEmpty {
      for sent in Swift.exchange(&reentrantActions, with: []) {
        runtime.engine.begin(.send(sent), origin(runtime.openCascade(&cascade), action, isAsked: isAsked))
      }
      runtime.turn.reentrantActionsBegan()
    }
    return cascade
  }

  /// Places a program with parts of children. Opens the scopes of these parts.
  private func place(_ program: UnresolvedEffect) -> ResolvedEffect {
    let site = ResolutionContext(node: node, address: StateAddress(&state))
    return runtime.changeTree { program.resolved(at: site, &$0) }
  }

  /// Not inlined, because the metadata of the step would be looked up even without a recording.
  @inline(never)
  private func tell(
    _ recording: StoreRecording<State, Action>,
    of action: Action,
    isSent: Bool,
    since: MonotonicInstant?
  ) {
    recording.step(isSent ? .sent(action) : .received(action), state, since)
  }

  /// Has the feeds make their events of an action. Not inlined, as most stores have none.
  @inline(never)
  private func tellFeeds(of action: Action) {
    runtime.observers?.feeds.forEach { tap in
      held.read { ActionTap<State, Action>.cast(tap).reduced(action, $0) }
    }
  }

  @inline(never)
  private func recordForSaving(_ action: Action) { runtime.saveQueue?.reduced(action) }

  // MARK: The features

  /// Ends the scopes and scoped stores that have lost their state.
  private func reconcile() {
    // The scoped stores look at the changes to a collection before the feature nodes do, and renew their
    // tokens after them. Then both see the same changes, and neither has to look at all elements.
    let hasScopedStores = runtime.turn.duties.contains(.scopedStores)
    if hasScopedStores { parts.look(state, runtime) }
    if runtime.turn.duties.contains(.subscriptions) {
      // The closures of subscriptions are the user's code, for which the state is being changed.
      runtime.turn.beginReducing()
      runtime.changeTree { node.reconcile(&state, &$0) }
      declaring.update(&state, runtime)
      runtime.turn.settle()
    } else if runtime.turn.duties.contains(.scopes) {
      runtime.changeTree { node.reconcile(&state, &$0) }
    }
    if hasScopedStores {
      if parts.mustRenew { parts.renew(&state) }
      if parts.isEmpty { runtime.scopedStoresWent() }
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
    runtime.turn.beginReducing()
    if let tracer = runtime.tracer { tracer.dismiss(path, &state) { _ in change() } } else { change() }
    runtime.turn.reduced()
    runtime.saveQueue?.requireSave()
    runtime.engine.tell(.dismissed(path))
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
    self.recording = recording
    runtime.recordingBegan()
  }
}
