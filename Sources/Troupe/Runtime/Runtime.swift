import Synchronization

/// What runs the effects of one tree of stores: the engine, its tasks, and those who wait and watch.
///
/// All of it that isn't behind ``mail`` belongs to the executor of ``home`` and is only touched there: every
/// method that isn't marked as callable from anywhere has to be called on it, and says so in debug builds.
///
/// - Note: `@unchecked Sendable`, for itself and for ``RootCore``: effects and scoped stores have to refer to it
///   from anywhere, while its state is guarded by the executor of the store. `StressTests` under the thread
///   sanitizer would catch a way around it.
class Runtime: @unchecked Sendable {
  final let home: any Actor
  final let effectExecutor: (any TaskExecutor)?
  /// The executor of effects, where it wants to know them by name.
  final let naming: (any TaskNaming)?
  final let inbox: InboxConfiguration
  final let actionLimit: Int
  final let name: String?
  /// Where the store was made.
  final let location: SourceLocation
  /// What is set for the root of the tree of features; nil for nothing.
  final var dependencies: TaskDependencies?

  // What follows is not checked at run time for overlapping access, which would cost more than all the rest of a
  // turn. It can't overlap: while one of them is changed, `turn.phase` keeps out code of the user's that gets at the
  // store by force. `ReentrancyTests` try it.

  @exclusivity(unchecked) final var turn = TurnState()
  @exclusivity(unchecked) final var engine = Engine()
  /// The tasks of the effects that run, at the slots of the engine's nodes.
  @exclusivity(unchecked) final var tasks: [RunningTask?] = []
  /// The handles that were given out for cascades that last, at the slots of the engine's cascades.
  @exclusivity(unchecked) final var handles: [Cascade?] = []
  @exclusivity(unchecked) final var observers = Observers()
  /// The branches of the scopes, at the slots of the engine's scopes.
  @exclusivity(unchecked) final var branches: [AnyBranch?] = []
  final var liveBranches = 0
  /// Whether a test records the steps.
  var isRecorded: Bool { false }
  /// Actions that a reducer sent by force; they are queued when it has returned.
  @exclusivity(unchecked) final var sentByForce: [any DeliveryLeaf] = []
  /// How many actions were dropped because their effect was cancelled or had ended.
  final var refusedActions = 0
  /// How many of the inbox's drops observers have been told.
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
    name: String?,
    dependencies: TaskDependencies?,
    location: SourceLocation
  ) {
    self.home = executor.map { PinnedHome($0) } ?? DefaultHome()
    self.effectExecutor = effectExecutor
    let naming = effectExecutor as? any TaskNaming
    self.naming = naming?.wantsNames == true ? naming : nil
    self.inbox = inbox
    self.actionLimit = actionLimit
    self.name = name
    self.dependencies = dependencies
    self.location = location
  }

  deinit {
    // Nobody else refers to the runtime any more, so its state can be used without its executor.
    for case let task? in tasks { task.cancel() }
    for case let cascade? in handles { cascade.complete() }
    observers.end()
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
    name.map { "the store \"\($0)\" (\(location))" } ?? "the store made at \(location)"
  }

  /// Runs a turn under the dependencies of the store, whatever those of its caller are.
  ///
  /// They follow the position in the tree of features, unlike all the other task-locals.
  final func inDependencies<Result>(_ turn: () -> Result) -> Result {
    TaskDependencies.within(dependencies, turn)
  }

  // MARK: What the typed core does

  /// Reduces an action and begins what it returns.
  func reduce(_ leaf: any DeliveryLeaf, _ cascade: CascadeID) {
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
