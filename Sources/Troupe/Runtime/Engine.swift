/// What decides on the life and death of effects, as a value.
///
/// The engine owns no task, clock, lock or continuation; the time comes in with the effects that ask for it.
/// Its `mutating` methods take what happened (an effect was returned, work ended, an id was cancelled, a
/// scope went away) and put what is to be done into a queue of commands, which its owner takes with
/// ``next()`` and performs.
///
/// This is all that others may ask of it. The rules and the tables that they work on are ``EngineRules``,
/// which only this file can reach.
struct Engine {
  /// What the owner of the engine is to do.
  enum Command {
    /// Start a task for the work.
    case start(Start)
    /// Cancel the task of the work.
    case cancel(EffectID)
    /// Reduce the action, if ``Engine/claim(_:)`` still grants it, then call ``Engine/delivered(_:)``.
    case deliver(EffectID, any ErasedDelivery)
    /// Nothing is in the scope. Unless something came meanwhile, it can be ended until something does.
    case scopeIdle(ScopeID)
    /// Nothing that the cascade caused is left.
    case cascadeEnded(CascadeID)
    /// Tell those who listen to the store's events.
    indirect case tell(StoreEvent.Kind)
  }

  /// Work to be started.
  struct Start {
    let id: EffectID
    let work: any ErasedWork
    /// The route of its actions to the store; nil where they are the store's.
    let route: (any ErasedActionRoute)?
    let cascade: CascadeID
  }

  /// Where an effect comes from.
  struct Origin {
    var scope: ScopeID
    /// The route of the actions to the store; nil where they are the store's.
    var route: (any ErasedActionRoute)?
    var cascade: CascadeID
    /// The action.
    var cause: any Sendable
    var since: Moment
  }

  private var rules: EngineRules

  init(showsPayloads: Bool) {
    rules = EngineRules(showsPayloads: showsPayloads)
  }

  // MARK: What is to be done

  /// Whether nothing runs and nothing waits.
  var isIdle: Bool { rules.isIdle }
  var hasCommands: Bool { rules.hasCommands }
  /// Whether there is something to be done before the turn ends.
  var hasWork: Bool { rules.hasWork }

  /// The next thing to be done.
  mutating func next() -> Command? { rules.next() }

  /// Ends the turn: what was registered in it and not cancelled is to be started, in order.
  mutating func startPending() { rules.startPending() }

  // MARK: Cascades

  /// Opens a cascade for an action from outside; ``opened(_:)`` has to follow.
  ///
  /// - Parameter context: The context of whoever gave the action, where that is wanted.
  mutating func openCascade(in context: ActionContext? = nil) -> CascadeID {
    rules.openCascade(in: context)
  }

  /// Says that the action was taken up.
  mutating func opened(_ id: CascadeID) { rules.opened(id) }

  func isLive(_ id: CascadeID) -> Bool { rules.isLive(id) }

  /// The context of whoever gave the action of a cascade that lasts; nil for none.
  func context(of id: CascadeID) -> ActionContext? { rules.context(of: id) }

  /// Cancels everything that an action from outside caused.
  mutating func cancel(_ cascade: CascadeID) { rules.cancel(cascade) }

  // MARK: Effects

  /// Takes what a reducer returned: registers its work and queues its actions.
  mutating func begin(_ program: PlacedProgram, _ origin: Origin) { rules.begin(program, origin) }

  /// Registers work that runs inside an effect's task and has an id of its own.
  ///
  /// The answer is nil when the effect has been cancelled or has ended; the work is then none of the
  /// engine's.
  mutating func beginPiece(of effect: EffectID, id: CancelID, cancelInFlight: Bool) -> EffectID? {
    rules.beginPiece(of: effect, id: id, cancelInFlight: cancelInFlight)
  }

  /// Whether an effect is there: it is to be done, being done, or has been cancelled and has not ended.
  func isLive(_ id: EffectID) -> Bool { rules.isLive(id) }

  /// Whether an effect is there and has not been cancelled.
  func isActive(_ id: EffectID) -> Bool { rules.isActive(id) }

  /// Tells whether what a piece of work sends is to be reduced, and on behalf of which cascade.
  func accepts(_ id: EffectID) -> CascadeID? { rules.accepts(id) }

  /// Where a piece of work comes from; nil when it has ended.
  func origin(of id: EffectID) -> Origin? { rules.origin(of: id) }

  /// The cascade of a piece of work; nil when it has ended.
  func cascade(of id: EffectID) -> CascadeID? { rules.cascade(of: id) }

  /// The scope of a piece of work; nil when it has ended.
  func scope(of id: EffectID) -> ScopeID? { rules.scope(of: id) }

  /// Says that the task of a piece of work has ended.
  ///
  /// Pieces of it that still run, in tasks that have escaped from it, are cancelled, and the effect stays for
  /// them.
  mutating func ended(_ id: EffectID) { rules.ended(id) }

  /// Says that the clock of a pause has failed: what waits for it is cancelled, as its time can't come.
  mutating func failedPause(_ id: EffectID) { rules.failedPause(id) }

  /// Cancels what has an id, on behalf of a piece of work: in its scope and in the scopes below it.
  mutating func cancel(id: CancelID, onBehalfOf effect: EffectID) {
    guard let scope = rules.scope(of: effect) else { return }
    rules.cancel(id: id, in: scope)
  }

  // MARK: Actions

  /// Grants the reduction of an action that was queued, or refuses it when it was cancelled meanwhile.
  mutating func claim(_ id: EffectID) -> CascadeID? { rules.claim(id) }

  /// Says that a queued action has been reduced and what it returned has begun.
  mutating func delivered(_ id: EffectID) { rules.delivered(id) }

  /// Drops all actions that wait for their turn to be reduced, and those that come up in their stead. The
  /// answer is how many.
  mutating func dropDeliveries() -> Int { rules.dropDeliveries() }

  // MARK: Scopes

  /// Opens a scope below another. The answer is nil when that has ended.
  mutating func openScope(in parent: ScopeID, _ component: ScopePath.Component) -> ScopeID? {
    rules.openScope(in: parent, component)
  }

  /// Ends a scope and those below it: their effects are cancelled, and none begins in them any more.
  mutating func endScope(_ id: ScopeID) { rules.endScope(id) }

  /// Whether nothing is in a scope, or will be for all that is known, and nothing depends on its being there.
  func isIdle(_ id: ScopeID) -> Bool { rules.isIdle(id) }

  /// The path of a scope.
  func path(of scope: ScopeID) -> ScopePath { rules.path(of: scope) }

  /// Cancels everything in a scope and in the scopes below it.
  mutating func cancelAll(in scope: ScopeID) { rules.cancelAll(in: scope) }

  /// Cancels everything and takes no more.
  mutating func close() { rules.close() }

  // MARK: What is told of it

  /// Whether someone listens to events.
  var hasListeners: Bool {
    get { rules.hasListeners }
    set { rules.hasListeners = newValue }
  }

  mutating func tell(_ event: StoreEvent.Kind) { rules.tell(event) }

  /// How many actions of effects were dropped because their effect or scope had gone.
  var droppedActions: Int { rules.droppedActions }

  /// The work that runs or is about to, oldest first.
  var snapshots: [EffectSnapshot] { rules.snapshots }

  /// What is known of a piece of work; nil when it has ended.
  func snapshot(of id: EffectID) -> EffectSnapshot? { rules.snapshot(of: id) }

  /// How many pieces of work run or are about to.
  var workCount: Int { rules.workCount }

  /// How many pieces of work and actions wait for the end of others: in sequences, under limits and in
  /// throttles.
  var waitingCount: Int { rules.waitingCount }
}
