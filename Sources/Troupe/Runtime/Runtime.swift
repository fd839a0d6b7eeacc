import Synchronization

/// Runs the effects of one tree of stores. It holds the engine, its tasks and the observers.
///
/// All state except ``mailbox`` belongs to the executor of ``home`` and is only accessed there. Methods that
/// aren't marked as callable from anywhere have to be called on this executor, and assert it in debug builds.
///
/// - Note: `@unchecked Sendable`, for itself, ``ActionRuntime`` and ``RootCore``: effects and scoped stores
///   refer to it from anywhere, while the executor of the store guards its state. `StressTests` under the
///   thread sanitizer would catch an access that bypasses the executor.
class Runtime: @unchecked Sendable {
  final let home: any Actor
  final let settings: RuntimeSettings
  /// Where the store was made.
  final let location: SourceLocation
  /// The dependencies that are set for the root of the tree of features; nil for none.
  final var dependencies: TaskDependencies?
  /// Those that the store was made with, for code outside of its executor.
  private let dependenciesAtFirst: TaskDependencies?

  // The following properties aren't checked at run time for overlapping access, because the checks would cost
  // more than the rest of a turn. Accesses can't overlap: while a property is changed, `turn.phase` keeps out
  // the user's code that accesses the store by force. `ReentrancyTests` test this.

  @exclusivity(unchecked) final var turn = Turn()
  /// What runs; nil as long as nothing has. The runtime makes it and frees it.
  ///
  /// It is memory and not an object, because each access would count a reference to an object, which makes an
  /// effect 6 % slower.
  @exclusivity(unchecked) final var activity: UnsafeMutablePointer<Activity>?
  /// The observers; nil as long as there have been none.
  final private(set) var observers: ObserverSet?
  /// The scoped stores that were made by key paths.
  final private(set) lazy var scopeCache = ScopeCache()
  /// The instruments and the ids of actions; nil for a store that isn't traced.
  final private(set) var tracer: Tracer?
  /// Begins what the state declares anew after failures; nil if nothing does.
  final var supervision: Supervision?
  /// The type of the store's actions.
  var actionType: ObjectIdentifier { preconditionFailure("A runtime without a core has no actions.") }
  /// Whether a test records the steps.
  var isRecorded: Bool { false }
  /// Actions that a reducer sent by force. They are queued after the reducer returns.
  @exclusivity(unchecked) final var sentByForce: [any ErasedDelivery] = []
  /// The turns that have to be saved; nil for a store that isn't saved.
  final private(set) var saveQueue: SaveQueue?
  /// The tasks that wait for an answer.
  final var requests = Requests()
  /// The record of the store's end; nil until its effects are cancelled for the end.
  final var ending: Ending?

  final let admission = Admission()
  final let mailbox = Mailbox()
  // What takes one byte stands together, so that it takes no eight.
  /// Whether an effect was started with a priority of its own.
  final let hasPriorities = Atomic(false)
  /// Whether texts show payloads, or don't, other than by default.
  private final let choosesPayloads: Bool
  /// Whether there may be scoped stores whose state may go away.
  final var hasScopedStores = false
  /// Whether the state may declare effects.
  final var declarations = DeclarationPhase.none
  /// The weak reference by which effects and handles refer to the runtime. It is made on first use.
  final private(set) lazy var weakly = Weak(self as Runtime)

  init(
    executor: (any SerialExecutor)?,
    settings: RuntimeSettings,
    dependencies: TaskDependencies?,
    location: SourceLocation
  ) {
    self.home = Troupe.home(on: executor)
    self.settings = settings
    choosesPayloads = settings.showsPayloads != IssueText.showsPayloadsByDefault
    self.dependencies = dependencies
    dependenciesAtFirst = dependencies
    self.location = location
    _ = Self.makesEffectsKnown
    (settings.effectExecutor as? any TaskNaming)?.willServe(self)
  }

  /// Has issues that can't know their caller point at the effect that led to them.
  private static let makesEffectsKnown: Void = IssueReporting.findWork { RunningEffect.current?.location }

  deinit {
    // Nothing else refers to the runtime any more, so its state can be used without its executor.
    if let activity {
      for task in activity.pointee.tasks.all { task.cancel() }
      for cascade in activity.pointee.handles.all { cascade.end(withReleased: label) }
      activity.deinitialize(count: 1)
      activity.deallocate()
    }
    _ = observers?.end(saveQueue?.failure)
  }

  /// The values of the dependencies that are set for the root of the tree of features.
  final var dependencyValues: DependencyValues { DependencyValues(dependencies ?? .nothing) }

  /// The values with which the store was made. It may be called from anywhere.
  final var overridesAtFirst: DependencyOverrides {
    (dependenciesAtFirst?.overrides ?? DependencyOverrides.none).withoutPosition()
  }

  /// The clock of deadlines. It may be called from anywhere.
  final var clock: any Clock<Duration> {
    DependencyValues(dependenciesAtFirst ?? .nothing).continuousClock
  }

  final func assertOnHome() {
    #if DEBUG
      home.assertIsolated("The runtime of a store was used off the store's executor.")
    #endif
  }

  /// Keeps out code inside a turn that accesses the store by force while the turn is changing it.
  final func assertBetweenChanges() {
    assertOnHome()
    precondition(
      turn.phase == .idle || turn.phase == .publishing,
      "A store was asked, by code that runs inside of its turn, for something that the turn is changing."
    )
  }

  /// The name of the store, if it has one, and where it was made.
  final var label: String { Self.label(name: name, location: location) }

  static func label(name: String?, location: SourceLocation) -> String {
    name.map { "the store \"\(IssueText.name($0))\" (\(location))" } ?? "the store made at \(location)"
  }

  /// Runs a turn under the dependencies of the store, regardless of the caller's.
  ///
  /// They follow the position in the tree of features, unlike all the other task-locals.
  @inline(__always)
  final func inDependencies<Result>(_ turn: () -> Result) -> Result {
    choosesPayloads ? withChosenPayloads(turn) : TaskDependencies.within(dependencies, turn)
  }

  /// Sets whether payloads are shown for issues from code that knows no store, such as the collections in the
  /// state. Not inlined, so that the code of a turn is inlined only once into its callers.
  @inline(never)
  private final func withChosenPayloads<Result>(_ turn: () -> Result) -> Result {
    IssueText.withPayloads(showsPayloads) { TaskDependencies.within(dependencies, turn) }
  }

  /// Has the turns saved from now on.
  final func save(with queue: SaveQueue) {
    saveQueue = queue
    updateDuties()
  }

  /// The observers, made if there have been none.
  final var madeObservers: ObserverSet {
    if let observers { return observers }
    let new = ObserverSet()
    observers = new
    return new
  }

  /// Has the store traced from now on.
  final func trace(with tracer: Tracer) {
    self.tracer = tracer
    updateDuties()
  }

  /// Finds what a turn has to do besides reducing. Call it when anything changes that a turn works for.
  final func updateDuties() {
    var duties = observers?.duties ?? []
    if tracer?.hasInstruments == true {
      duties.insert(.events)
    } else if duties.contains(.events) {
      if tracer == nil { tracer = makeTracer() }
    } else {
      tracer = nil
    }
    if hasScopedStores { duties.insert(.scopedStores) }
    if activity?.pointee.featureNodes.isEmpty == false { duties.insert(.scopes) }
    if saveQueue != nil { duties.insert(.saving) }
    if case .open = declarations { duties.insert(.declarations) }
    if isRecorded { duties.insert(.recording) }
    turn.setDuties(duties)
    activity?.pointee.engine.hasListeners = duties.contains(.events)
  }

  /// Returns an action for texts and events.
  final func actionValue(_ action: any Sendable) -> ActionValue {
    ActionValue(action, showsPayloads: showsPayloads)
  }

  /// Returns the text of an action on one line.
  final func text(of action: any Sendable) -> String { actionValue(action).description }

  // MARK: What the typed core does

  /// Reduces an action and begins what it returns.
  func reduce(_ leaf: any ErasedDelivery, _ cascade: CascadeID) {
    preconditionFailure("A runtime without a core can't reduce.")
  }

  /// Makes what a store needs that is traced from now on.
  func makeTracer() -> Tracer { preconditionFailure("A runtime without a core can't be traced.") }

  /// Dismisses the root; returns false if that isn't possible.
  func dismissRoot() -> Bool { false }

  /// Removes a child's state without an action.
  func dismiss(_ path: ScopePath, _ change: () -> Void) {
    preconditionFailure("A runtime without a core has no state.")
  }

  /// Begins what the initial state declares, in a turn of its own. Only the first call counts.
  ///
  /// Every way in which a store comes to its state ends here: a new store calls it by mail, a test after it
  /// began to record, and a restored store once the state is its own.
  func startDeclarations() {}

  /// Handles an uncaught error of a piece of work.
  func fail(_ effect: RunningEffect, _ origin: Engine.Origin, _ error: any Error) {
    preconditionFailure("A runtime without a core has no failure policy.")
  }
}
