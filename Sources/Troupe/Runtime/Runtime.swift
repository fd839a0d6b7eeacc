import Synchronization

/// Runs the turns and the effects of one tree of stores. The runtime owns the parts that need no user types:
/// the turn, the mailbox, the engine, the tasks, the observers, the save queue, the requests and the tracer.
///
/// The ``StoreCore`` owns the runtime. For operations that need the types of the state and the actions, the
/// runtime calls the core as an ``AnyStoreCore``.
///
/// All state except ``mailbox`` is isolated to ``isolation``. Methods that aren't documented as callable from
/// any context must be called on that actor's executor, and assert this requirement in debug builds.
///
/// - Note: `@unchecked Sendable`: effects and scoped stores refer to the runtime from any context, while the
///   store's executor protects the runtime's state. `StressTests` under the thread sanitizer would detect an
///   access that bypasses the executor.
final class Runtime: @unchecked Sendable {
  let isolation: any Actor
  let settings: RuntimeSettings
  /// The location at which the store was created.
  let location: CallSite
  /// The dependencies that are set for the root feature; nil for none.
  private(set) var dependencies: TaskDependencies?
  /// The dependencies that the store was created with, for code outside the store's executor.
  let dependenciesAtFirst: TaskDependencies?

  // The following properties aren't checked for overlapping access at run time, because the checks would cost
  // more than the rest of a turn. Accesses can't overlap: while a property is being changed, `turn.phase`
  // excludes user code that accesses the store with `assumeIsolated`. `ReentrancyTests` test this.

  @exclusivity(unchecked) private(set) var turn = Turn()
  /// The running effects; nil until something runs. The runtime allocates and frees this memory.
  ///
  /// The state is behind a pointer and not in an object, because each access to an object would count a
  /// reference, which would make an effect 6 % slower.
  @exclusivity(unchecked) private(set) var effectState: UnsafeMutablePointer<EffectRuntimeState>?
  /// The observers; nil until the first observer is added.
  private(set) var observers: ObserverSet?
  /// The instruments and the ids of actions; nil for a store that isn't traced.
  private(set) var tracer: Tracer?
  /// The store's part in shared values; nil as long as the process has none.
  @exclusivity(unchecked) private(set) var sharing: StoreSharing?
  /// The tasks that are waiting for an answer; nil until the first request.
  @exclusivity(unchecked) private var requests: Requests?
  /// The parts that most stores don't have; nil until the store has one of them.
  @exclusivity(unchecked) private var parts: RuntimeParts?

  let admission = Admission()
  let mailbox = Mailbox()
  // Properties of one byte are adjacent, so that each of them doesn't take eight bytes.
  /// Whether an effect was started with an explicit priority.
  let hasPriorities = Atomic(false)
  /// Whether the store's setting for payloads in texts differs from the default.
  let choosesPayloads: Bool
  /// Whether there may be scoped stores whose state can be removed.
  private(set) var hasScopedStores = false
  /// Whether a test is recording the store's steps.
  private(set) var isRecorded = false
  /// Whether the state may declare effects.
  private(set) var subscriptions: SubscriptionPhase
  /// The core that owns this runtime; nil until the core exists.
  private unowned var owner: (any AnyStoreCore)?
  /// The weak reference through which effects and handles refer to the runtime. It is created on first use.
  private(set) lazy var weakReference = RuntimeReference(core)
  #if DEBUG
    /// The beginning of the message for a crash in the reducer.
    private(set) lazy var crashText = CrashText.start(label)
  #endif

  init(
    executor: (any SerialExecutor)?,
    settings: RuntimeSettings,
    failureReaction: FailureReaction,
    mayDeclare: Bool,
    dependencies: TaskDependencies?,
    location: CallSite
  ) {
    self.isolation = Troupe.storeIsolation(on: executor)
    self.settings = settings
    choosesPayloads = settings.showsPayloads != IssueText.showsPayloadsByDefault
    self.dependencies = dependencies
    dependenciesAtFirst = dependencies
    self.location = location
    subscriptions = mayDeclare ? .waiting : .none
    if case .report = failureReaction {} else { madeParts.failureReaction = failureReaction }
    if mayDeclare, case .restart(let rule) = failureReaction { madeParts.supervision = Supervision(rule) }
    _ = Self.makesEffectsKnown
  }

  /// Sets the core that owns this runtime. Call this method once, before any other method.
  func belong(to core: some AnyStoreCore & EffectLister) {
    owner = core
    (settings.effectExecutor as? any TaskNaming)?.willServe(core)
  }

  /// The core, for operations that need the types of the state and the actions. It can be used from any
  /// context.
  var core: any AnyStoreCore {
    guard let owner else { preconditionFailure("A runtime was used before it had a core.") }
    return owner
  }

  /// Makes an issue without a known caller point to the effect that caused the issue.
  private static let makesEffectsKnown: Void = IssueReporting.findWork { RunningEffect.current?.location }

  deinit {
    // No other reference to the runtime is left, so its state can be used outside its executor.
    if let effectState {
      for task in effectState.pointee.tasks.all { task.cancel() }
      for cascade in effectState.pointee.handles.all { cascade.end(withReleased: label) }
      effectState.deinitialize(count: 1)
      effectState.deallocate()
    }
    _ = observers?.end(saveQueue?.failure)
  }

  /// Changes the root's dependencies. The change applies from the next turn on.
  func setDependencies(_ values: DependencyValues) { dependencies = TaskDependencies(values) }

  /// Creates the state of this runtime's effects.
  @inline(never)
  func makeEffectState() -> UnsafeMutablePointer<EffectRuntimeState> {
    let new = UnsafeMutablePointer<EffectRuntimeState>.allocate(capacity: 1)
    new.initialize(to: EffectRuntimeState(showsPayloads: showsPayloads))
    new.pointee.tree.engine.hasListeners = turn.duties.contains(.events)
    effectState = new
    return new
  }

  /// Records the effects that are about to be cancelled for the shutdown. Call this method once.
  func endBegan(_ record: ShutdownRecord) {
    precondition(shutdownRecord == nil, "A shutdown cancelled a store's effects twice.")
    madeParts.shutdownRecord = record
  }

  /// Makes the store save its turns from now on.
  func save(with queue: SaveQueue) {
    madeParts.saveQueue = queue
    updateDuties()
  }

  /// The observers. The set is created on first use.
  var madeObservers: ObserverSet {
    if let observers { return observers }
    let new = ObserverSet()
    observers = new
    return new
  }

  /// The store's part in shared values. It is created for the first turn after the process has any.
  var madeSharing: StoreSharing {
    if let sharing { return sharing }
    let new = StoreSharing(self, isolation)
    sharing = new
    return new
  }

  /// Makes the store traced from now on.
  func trace(with tracer: Tracer) {
    self.tracer = tracer
    updateDuties()
  }

  /// Records that a test has started to record the store's steps.
  func recordingBegan() {
    isRecorded = true
    updateDuties()
  }

  /// Records that there is a scoped store whose state can be removed.
  func scopedStoreCame() {
    hasScopedStores = true
    updateDuties()
  }

  /// Records that no scoped store is left whose state can be removed.
  func scopedStoresWent() {
    hasScopedStores = false
    updateDuties()
  }

  /// Lets the state declare effects from now on. Returns false if the state could already declare effects, or
  /// if it can never declare any.
  func openSubscriptions() -> Bool {
    guard subscriptions == .waiting, turn.lifecycle == .open else { return false }
    subscriptions = .open
    tree.isDeclaring = true
    updateDuties()
    return true
  }

  /// Stops the state from declaring effects. Returns false if the reducer has no subscriptions.
  func closeSubscriptions() -> Bool {
    guard subscriptions != .none else { return false }
    subscriptions = .closed
    tree.isDeclaring = false
    parts?.supervision = nil
    updateDuties()
    return true
  }

  /// Determines a turn's duties besides reducing. Call this method after each change on which a duty depends.
  func updateDuties() {
    if tracer?.hasInstruments != true {
      tracer = observers?.hasSinks == true ? tracer ?? core.makeTracer() : nil
    }
    let duties = necessaryDuties
    turn.setDuties(duties)
    effectState?.pointee.tree.engine.hasListeners = duties.contains(.events)
  }

  // MARK: The turn

  // No other code changes the turn, so that its phases are changed only in the ways that these methods allow.

  /// Begins a turn of the simplest kind. Returns false if the turn has to be of another kind.
  @inline(__always)
  func beginFastPath() -> Bool { turn.beginFastPath() }

  /// Ends a turn of the simplest kind. Returns false if the turn has to be continued by ``runTurn(for:_:)``.
  @inline(__always)
  func endFastPath() -> Bool { turn.endFastPath() }

  /// Records that the function that reduces actions was created.
  func recordResolution() { turn.recordResolution() }

  /// Records that no reducer is running in the current turn.
  @inline(__always)
  func settleTurn() { turn.settle() }

  /// Records that user code changes the state until ``settleTurn()`` or ``recordReduction()``.
  @inline(__always)
  func beginReducing() { turn.beginReducing() }

  /// Records that the turn has reduced an action.
  @inline(__always)
  func recordReduction() { turn.reduced() }

  /// Records that the turn has reduced its last action. Returns whether the turn has reduced any action.
  @inline(__always)
  func takeActions() -> Bool { turn.takeActions() }

  /// Records that the observers are notified until the end of the turn.
  func beginPublishing() { turn.publish() }

  @inline(__always)
  func leaveTurn() { turn.end() }

  /// Reads the state. No action is reduced in the meantime.
  @inline(__always)
  func reading<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard turn.beginReading() else { return try body() }
    enterSharing()
    defer {
      turn.endReading()
      if SharingFrame.areInUse { endSharing() }
    }
    return try body()
  }

  /// Stops the reduction of actions from outside.
  func beginDraining() { turn.drain() }

  /// Stops the reduction of all actions.
  func endTurns() { turn.close() }

  /// Records that the running reducer has sent an action with `assumeIsolated`.
  func recordReentrantAction() { turn.reentrantActionCame() }

  /// Records that the engine has begun these actions.
  func recordReentrantActionsBegan() { turn.reentrantActionsBegan() }

  /// Records that the turn has read or written a shared value.
  func recordSharedRead() { turn.readSharedValue() }

  /// Records that the turn holds no versions of shared values any more.
  func recordSharedRelease() { turn.releasedSharedValues() }

  /// Records that a shared value has changed elsewhere, and that nothing in the store compares the value.
  func recordSharedChange() { turn.sharedValueChanged() }

  // MARK: The parts that most stores don't have

  private var madeParts: RuntimeParts {
    if let parts { return parts }
    let new = RuntimeParts()
    parts = new
    return new
  }

  /// The scoped stores that were created by key paths.
  var scopeCache: ScopeCache { madeParts.scopeCache }
  var failureReaction: FailureReaction { parts?.failureReaction ?? .report }
  /// The object that restarts declared effects after failures; nil if no effect is restarted.
  var supervision: Supervision? { parts?.supervision }
  /// The turns that have to be saved; nil if the store isn't saved.
  var saveQueue: SaveQueue? { parts?.saveQueue }
  /// The record of the shutdown; nil until the store's effects are cancelled for the shutdown.
  var shutdownRecord: ShutdownRecord? { parts?.shutdownRecord }

  /// The cascade of all actions without effects, in a store that is saved. It is created on first use.
  var savedCascadeOfNothing: Cascade {
    let parts = madeParts
    if let cascade = parts.savedCascadeOfNothing { return cascade }
    let new = Cascade.ofNothing(in: weakReference)
    parts.savedCascadeOfNothing = new
    return new
  }

  // MARK: Requests

  /// The number of requests that have begun and haven't ended.
  var requestCount: Int { requests?.count ?? 0 }

  /// Whether no request is waiting beyond the turn of its action.
  var hasNoWaitingRequests: Bool { requests?.isEmpty ?? true }

  /// Records that the action of a request is about to be reduced.
  func recordRequest() {
    if requests == nil { requests = Requests() }
    requests?.begin()
  }

  /// Adds a request that wasn't answered in the turn of its action; see ``Requests/add(_:of:)``.
  func add(_ request: PendingAnswer, of cascade: CascadeID?) {
    guard let requests else { preconditionFailure("A request waits that didn't begin.") }
    requests.add(request, of: cascade)
  }

  /// Removes a request that has ended.
  func remove(_ request: PendingAnswer, of cascade: CascadeID?) { requests?.end(request, of: cascade) }

  /// Fails the requests that wait for the effects of a cascade.
  func failRequests(of cascade: CascadeID, _ error: any Error) { requests?.fail(cascade, error) }

  /// Fails all requests that wait.
  func failRequests(_ error: any Error) { requests?.fail(error) }
}
