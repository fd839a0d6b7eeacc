import Synchronization

/// What runs the effects of one tree of stores: the engine, its tasks, and those who wait and listen.
///
/// All of it that isn't behind ``mail`` belongs to the executor of ``home`` and is only touched there: every
/// method that isn't marked as callable from anywhere has to be called on it, and says so in debug builds.
///
/// - Note: `@unchecked Sendable`, for itself and for ``RootCore``: effects and scoped stores have to refer to
///   it from anywhere, while its state is guarded by the executor of the store. `StressTests` under the
///   thread sanitizer would catch a way around it.
class Runtime: @unchecked Sendable {
  final let home: any Actor
  final let effectExecutor: (any TaskExecutor)?
  /// The executor of effects, where it wants to know them by name.
  final let naming: (any TaskNaming)?
  final let inbox: InboxConfiguration
  final let actionLimit: Int
  /// Takes the context of an action from whoever gives it to the store; nil for none.
  final let actionContext: (@Sendable () -> ActionContext)?
  final let name: String?
  /// Whether texts show payloads; see ``StoreConfiguration/showsPayloads``.
  final let showsPayloads: Bool
  /// Whether that isn't what holds without it.
  private final let choosesPayloads: Bool
  /// Where the store was made.
  final let location: SourceLocation
  /// What is set for the root of the tree of features; nil for nothing.
  final var dependencies: TaskDependencies?

  // What follows is not checked at run time for overlapping access, which would cost more than all the rest
  // of a turn. It can't overlap: while one of them is changed, `turn.phase` keeps out code of the user's that
  // gets at the store by force. `ReentrancyTests` try it.

  @exclusivity(unchecked) final var turn = TurnState()
  @exclusivity(unchecked) final var engine: Engine
  /// The cascade that the current task works for, during a turn; nil where it is a stranger to all.
  @exclusivity(unchecked) final var cascadeOfTask: CascadeID?
  /// The tasks of the effects that run, at the slots of the engine's nodes.
  @exclusivity(unchecked) final var tasks = SlotTable<RunningTask>()
  /// The handles that were given out for cascades that last, at the slots of the engine's cascades.
  @exclusivity(unchecked) final var handles = SlotTable<Cascade>()
  @exclusivity(unchecked) final var listeners: Listeners
  /// The feature nodes of the scopes, at the slots of the engine's scopes.
  @exclusivity(unchecked) final var featureNodes = SlotTable<AnyFeatureNode>()
  /// Whether there may be scoped stores whose state may go away.
  final var hasScopedStores = false
  /// The numbers that children have given their own states during this action, by those which they had
  /// before.
  @exclusivity(unchecked) final var successors: [NumberedState: UInt64] = [:]
  /// Whether a test records the steps.
  var isRecorded: Bool { false }
  /// Actions that a reducer sent by force; they are queued when it has returned.
  @exclusivity(unchecked) final var sentByForce: [any ErasedDelivery] = []
  /// What is known of the store's end; nil before its effects are cancelled for it.
  final var ending: Ending?
  /// How many actions were dropped because their effect was cancelled or had ended.
  final var droppedActions = 0
  /// How many of the inbox's drops listeners have been told.
  final var toldOverflows = 0

  final let mail = Locked(Mailbox())
  /// Whether there is mail, so that a turn can tell without the lock.
  final let hasMail = Atomic(false)
  /// What effects and handles refer to the runtime by. It is made when it is needed first.
  final private(set) lazy var weakly = Weak(self as Runtime)

  init(
    executor: (any SerialExecutor)?,
    effectExecutor: (any TaskExecutor)?,
    inbox: InboxConfiguration,
    actionLimit: Int,
    actionContext: (@Sendable () -> ActionContext)?,
    name: String?,
    showsPayloads: Bool,
    dependencies: TaskDependencies?,
    location: SourceLocation
  ) {
    self.home = Troupe.home(on: executor)
    self.effectExecutor = effectExecutor
    let naming = effectExecutor as? any TaskNaming
    self.naming = naming?.wantsNames == true ? naming : nil
    self.inbox = inbox
    self.actionLimit = actionLimit
    self.actionContext = actionContext
    self.name = name
    self.showsPayloads = showsPayloads
    choosesPayloads = showsPayloads != IssueText.showsPayloadsByDefault
    engine = Engine(showsPayloads: showsPayloads)
    listeners = Listeners(showsPayloads: showsPayloads)
    self.dependencies = dependencies
    self.location = location
    naming?.willServe(self)
  }

  deinit {
    // Nobody else refers to the runtime any more, so its state can be used without its executor.
    for task in tasks.all { task.cancel() }
    for cascade in handles.all { cascade.end() }
    listeners.end()
  }

  /// What is set for the root of the tree of features, to be looked at.
  final var dependencyValues: DependencyValues { DependencyValues(dependencies ?? .nothing) }

  final func assertOnHome() {
    #if DEBUG
      home.assertIsolated("The runtime of a store was used off the store's executor.")
    #endif
  }

  /// Keeps out code inside of a turn that gets at the store by force and asks for what the turn is changing.
  final func assertBetweenChanges() {
    assertOnHome()
    precondition(
      turn.phase == .idle || turn.phase == .publishing,
      "A store was asked, by code that runs inside of its turn, for something that the turn is changing."
    )
  }

  /// The name of the store where it has one, and where it was made.
  final var label: String {
    name.map { "the store \"\(IssueText.name($0))\" (\(location))" } ?? "the store made at \(location)"
  }

  /// Runs a turn under the dependencies of the store, whatever those of its caller are.
  ///
  /// They follow the position in the tree of features, unlike all the other task-locals.
  @inline(__always)
  final func inDependencies<Result>(_ turn: () -> Result) -> Result {
    choosesPayloads ? withChosenPayloads(turn) : TaskDependencies.within(dependencies, turn)
  }

  /// For what is reported by those who know no store, such as the collections in the state. Not inlined, so
  /// that a turn of most stores stands where it is called from alone.
  @inline(never)
  private final func withChosenPayloads<Result>(_ turn: () -> Result) -> Result {
    IssueText.withPayloads(showsPayloads) { TaskDependencies.within(dependencies, turn) }
  }

  /// An action, for texts and events.
  final func actionValue(_ action: any Sendable) -> ActionValue {
    ActionValue(action, showsPayloads: showsPayloads)
  }

  /// The text of an action on one line.
  final func text(of action: any Sendable) -> String { actionValue(action).description }

  // MARK: What the typed core does

  /// Reduces an action and begins what it returns.
  func reduce(_ leaf: any ErasedDelivery, _ cascade: CascadeID) {
    preconditionFailure("A runtime without a core can't reduce.")
  }

  /// Dismisses the root; false where that isn't possible.
  func dismissRoot() -> Bool { false }

  /// Takes the state of a child out of the state, without an action.
  func dismiss(_ path: ScopePath, _ change: () -> Void) {
    preconditionFailure("A runtime without a core has no state.")
  }

  /// Deals with an error of a piece of work that nobody caught.
  func fail(_ effect: RunningEffect, _ origin: Engine.Origin, _ error: any Error) {
    preconditionFailure("A runtime without a core has no failure policy.")
  }
}
