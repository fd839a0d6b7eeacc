import Synchronization

/// Runs the turns and the effects of one tree of stores. It owns the parts that need no types of the user's:
/// the turn, the mailbox, the engine, the tasks, the observers, the save queue, the requests and the tracer.
///
/// The ``StoreCore`` owns the runtime, and the runtime asks it for what needs its types, as an
/// ``AnyStoreCore``.
///
/// All state except ``mailbox`` belongs to the executor of ``home`` and is only accessed there. Methods that
/// aren't marked as callable from anywhere have to be called on this executor, and assert it in debug builds.
///
/// - Note: `@unchecked Sendable`: effects and scoped stores refer to it from anywhere, while the executor of
///   the store guards its state. `StressTests` under the thread sanitizer would catch an access that bypasses
///   the executor.
final class Runtime: @unchecked Sendable {
  let isolation: any Actor
  let settings: RuntimeSettings
  /// Where the store was made.
  let location: CallSite
  /// The dependencies that are set for the root of the tree of features; nil for none.
  private(set) var dependencies: TaskDependencies?
  /// Those that the store was made with, for code outside of its executor.
  private let dependenciesAtFirst: TaskDependencies?

  // The following properties aren't checked at run time for overlapping access, because the checks would cost
  // more than the rest of a turn. Accesses can't overlap: while a property is changed, `turn.phase` keeps out
  // the user's code that accesses the store by force. `ReentrancyTests` test this.

  @exclusivity(unchecked) var turn = Turn()
  /// What runs; nil as long as nothing has. The runtime makes it and frees it.
  ///
  /// It is memory and not an object, because each access would count a reference to an object, which makes an
  /// effect 6 % slower.
  @exclusivity(unchecked) private(set) var effectState: UnsafeMutablePointer<EffectRuntimeState>?
  /// The observers; nil as long as there have been none.
  private(set) var observers: ObserverSet?
  /// The scoped stores that were made by key paths.
  private(set) lazy var scopeCache = ScopeCache()
  /// The instruments and the ids of actions; nil for a store that isn't traced.
  private(set) var tracer: Tracer?
  /// Restarts declared effects after failures; nil if no effect is restarted.
  private(set) var supervision: Supervision?
  let failureReaction: FailureReaction
  /// The turns that have to be saved; nil for a store that isn't saved.
  private(set) var saveQueue: SaveQueue?
  /// The tasks that wait for an answer.
  var requests = Requests()
  /// The record of the store's end; nil until its effects are cancelled for the end.
  private(set) var shutdownRecord: ShutdownRecord?

  let admission = Admission()
  let mailbox = Mailbox()
  // Members of one byte are adjacent, so that they don't take eight bytes each.
  /// Whether an effect was started with an explicit priority.
  let hasPriorities = Atomic(false)
  /// Whether texts show payloads, or don't, other than by default.
  private let choosesPayloads: Bool
  /// Whether there may be scoped stores whose state may go away.
  private(set) var hasScopedStores = false
  /// Whether a test records the steps.
  private var isRecorded = false
  /// Whether the state may declare effects.
  private(set) var subscriptions: SubscriptionPhase
  /// The core that owns this runtime; nil until the core exists.
  private unowned var owner: (any AnyStoreCore)?
  /// The weak reference by which effects and handles refer to the runtime. It is made on first use.
  private(set) lazy var weakReference = RuntimeReference(core)
  #if DEBUG
    /// The beginning of what a crash in the reducer says.
    private lazy var crashText = CrashText.start(label)
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
    self.failureReaction = failureReaction
    subscriptions = mayDeclare ? .waiting : .none
    if mayDeclare, case .restart(let rule) = failureReaction { supervision = Supervision(rule) }
    _ = Self.makesEffectsKnown
  }

  /// Names the core that this is the runtime of. Call it once, before anything else.
  func belong(to core: some AnyStoreCore & EffectLister) {
    owner = core
    (settings.effectExecutor as? any TaskNaming)?.willServe(core)
  }

  /// What needs the types of the state and the actions. It may be called from anywhere.
  var core: any AnyStoreCore {
    guard let owner else { preconditionFailure("A runtime was used before it had a core.") }
    return owner
  }

  /// Has issues that can't know their caller point at the effect that led to them.
  private static let makesEffectsKnown: Void = IssueReporting.findWork { RunningEffect.current?.location }

  deinit {
    // Nothing else refers to the runtime any more, so its state can be used without its executor.
    if let effectState {
      for task in effectState.pointee.tasks.all { task.cancel() }
      for cascade in effectState.pointee.handles.all { cascade.end(withReleased: label) }
      effectState.deinitialize(count: 1)
      effectState.deallocate()
    }
    _ = observers?.end(saveQueue?.failure)
  }

  /// Changes the dependencies of the root, from the next turn on.
  func setDependencies(_ values: DependencyValues) { dependencies = TaskDependencies(values) }

  /// The values of the dependencies that are set for the root of the tree of features.
  var dependencyValues: DependencyValues { DependencyValues(dependencies ?? .nothing) }

  /// The values with which the store was made. It may be called from anywhere.
  var overridesAtFirst: DependencyOverrides {
    (dependenciesAtFirst?.overrides ?? DependencyOverrides.none).withoutPosition()
  }

  /// The clock of deadlines. It may be called from anywhere.
  var clock: any Clock<Duration> {
    DependencyValues(dependenciesAtFirst ?? .nothing).continuousClock
  }

  func assertOnHome() {
    #if DEBUG
      isolation.assertIsolated("The runtime of a store was used off the store's executor.")
    #endif
  }

  /// Keeps out code inside a turn that accesses the store by force while the turn is changing it.
  func assertBetweenChanges() {
    assertOnHome()
    precondition(
      turn.phase == .idle || turn.phase == .publishing,
      "Code that runs inside a store's turn read something that the turn is changing."
    )
  }

  /// The name of the store, if it has one, and where it was made.
  var label: String { Self.label(name: name, location: location) }

  static func label(name: String?, location: CallSite) -> String {
    name.map { "the store \"\(IssueText.name($0))\" (\(location))" } ?? "the store made at \(location)"
  }

  /// Runs a turn under the dependencies of the store, regardless of the caller's.
  ///
  /// They follow the position in the tree of features, unlike all the other task-locals.
  @inline(__always)
  func inDependencies<Result>(_ turn: () -> Result) -> Result {
    choosesPayloads ? withChosenPayloads(turn) : TaskDependencies.within(dependencies, turn)
  }

  /// Sets whether payloads are shown for issues from code that knows no store, such as the collections in the
  /// state. Not inlined, so that the code of a turn is inlined only once into its callers.
  @inline(never)
  private func withChosenPayloads<Result>(_ turn: () -> Result) -> Result {
    IssueText.withPayloads(showsPayloads) { TaskDependencies.within(dependencies, turn) }
  }

  /// Makes what is kept of what runs, when something runs for the first time.
  @inline(never)
  func makeEffectState() -> UnsafeMutablePointer<EffectRuntimeState> {
    let new = UnsafeMutablePointer<EffectRuntimeState>.allocate(capacity: 1)
    new.initialize(to: EffectRuntimeState(showsPayloads: showsPayloads))
    new.pointee.tree.engine.hasListeners = turn.duties.contains(.events)
    effectState = new
    return new
  }

  /// Records what is about to be cancelled for the end of the store. Call it once.
  func endBegan(_ record: ShutdownRecord) {
    precondition(shutdownRecord == nil, "The effects of a store were cancelled for its end twice.")
    shutdownRecord = record
  }

  /// Has the turns saved from now on.
  func save(with queue: SaveQueue) {
    saveQueue = queue
    updateDuties()
  }

  /// The observers, made if there have been none.
  var madeObservers: ObserverSet {
    if let observers { return observers }
    let new = ObserverSet()
    observers = new
    return new
  }

  /// Has the store traced from now on.
  func trace(with tracer: Tracer) {
    self.tracer = tracer
    updateDuties()
  }

  /// Records that a test records the steps from now on.
  func recordingBegan() {
    isRecorded = true
    updateDuties()
  }

  /// Records that there is a scoped store whose state may go away.
  func scopedStoreCame() {
    hasScopedStores = true
    updateDuties()
  }

  /// Records that there is no scoped store any more whose state may go away.
  func scopedStoresWent() {
    hasScopedStores = false
    updateDuties()
  }

  /// Lets the state declare effects from now on. Returns false if it was to do so before, or never is.
  func openSubscriptions() -> Bool {
    guard subscriptions == .waiting, turn.lifecycle == .open else { return false }
    subscriptions = .open
    tree.isDeclaring = true
    updateDuties()
    return true
  }

  /// The state declares no more effects. Returns false if it never did.
  func closeSubscriptions() -> Bool {
    guard subscriptions != .none else { return false }
    subscriptions = .closed
    tree.isDeclaring = false
    supervision = nil
    updateDuties()
    return true
  }

  /// Finds what a turn has to do besides reducing. Call it when anything changes that a turn works for.
  func updateDuties() {
    var duties = observers?.duties ?? []
    if tracer?.hasInstruments == true {
      duties.insert(.events)
    } else if duties.contains(.events) {
      if tracer == nil { tracer = core.makeTracer() }
    } else {
      tracer = nil
    }
    if hasScopedStores { duties.insert(.scopedStores) }
    if effectState?.pointee.tree.isEmpty == false { duties.insert(.scopes) }
    if saveQueue != nil { duties.insert(.saving) }
    if case .open = subscriptions { duties.insert(.subscriptions) }
    if isRecorded { duties.insert(.recording) }
    turn.setDuties(duties)
    effectState?.pointee.tree.engine.hasListeners = duties.contains(.events)
  }

  /// Runs the reducer. In debug builds, a crash in it says which action of which store it was.
  ///
  /// - Parameters:
  ///   - rest: What the note says of the action; see ``CrashText``. Only debug builds ask for it.
  ///   - reduce: Runs it.
  @inline(__always)
  func withCrashNote<Result>(_ rest: @autoclosure () -> String, _ reduce: () -> Result) -> Result {
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

  /// Returns an action for texts and events.
  func actionValue(_ action: any Sendable) -> ActionValue {
    ActionValue(action, showsPayloads: showsPayloads)
  }

  /// Returns the text of an action on one line.
  func text(of action: any Sendable) -> String { actionValue(action).description }
}
