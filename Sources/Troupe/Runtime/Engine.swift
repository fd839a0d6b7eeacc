/// A value that decides when effects begin and end.
///
/// The engine owns no task, clock, lock or continuation. Effects that need the time bring it with them. The
/// `mutating` methods take an event (an effect was returned, work ended, an id was cancelled, a scope went
/// away) and add commands to a queue. The owner takes each command with ``next()`` and performs it.
///
/// This type is the engine's whole interface. The rules and their tables are in ``EngineRules``, which only
/// this file can reach. It isn't copyable, because reading it through a property would copy all tables.
struct Engine: ~Copyable {
  /// An instruction to the owner of the engine.
  enum Command {
    /// Start a task for the work.
    case start(Start)
    /// Cancel the task of the work.
    case cancel(EffectID)
    /// Reduce the action, if ``Engine/claim(_:)`` still grants it, then call ``Engine/delivered(_:)``.
    case deliver(EffectID, any ErasedDelivery)
    /// The scope is empty. It can be ended as long as nothing begins in it.
    case scopeIdle(ScopeID)
    /// Everything that the cascade caused has ended.
    case cascadeEnded(CascadeID)
    /// Send the event to the store's listeners.
    indirect case tell(StoreEvent.Kind)
  }

  /// Work to be started.
  struct Start {
    let id: EffectID
    let work: any ErasedWork
    /// The route of the work's actions to the store; nil if they are the store's own actions.
    let route: (any ErasedActionRoute)?
    let cascade: CascadeID
    /// Whether it isn't a part of something else, which would go on after its end.
    let isAlone: Bool
    /// The priority of a task that waits for the cascade; nil for none.
    let priority: Priority?
  }

  /// The origin of an effect.
  struct Origin {
    var scope: ScopeID
    /// The route of the actions to the store; nil if they are the store's own actions.
    var route: (any ErasedActionRoute)?
    var cascade: CascadeID
    /// The action that caused the effect.
    var cause: any Sendable
    var since: Moment
    /// How the effect follows from the state.
    var declared = Declared.no
    /// What an operator around the effect says about shutdowns; nil if there is no such operator.
    var onShutdown: OnShutdown?

    /// How an effect follows from the state.
    enum Declared {
      /// It follows from an action, or runs once.
      case no
      /// It runs while a value of the state is there.
      case standing
      /// It follows from the end of a feature, for which it can't send actions any more.
      case refused
    }
  }

  private var rules: EngineRules

  init(showsPayloads: Bool) {
    rules = EngineRules(showsPayloads: showsPayloads)
  }

  // MARK: What is to be done

  /// Whether no effect runs or waits.
  var isIdle: Bool { rules.isIdle }
  /// Whether nothing runs or waits apart from effects that run while a value of the state is there, and that
  /// a shutdown doesn't wait for.
  var hasOnlyDeclared: Bool { rules.hasOnlyDeclared }
  var hasCommands: Bool { rules.hasCommands }
  /// Whether anything is left to do before the turn ends.
  var hasWork: Bool { rules.hasWork }

  /// Removes and returns the next command; nil if there is none.
  mutating func next() -> Command? { rules.next() }

  /// Ends the turn: queues the start of the work that was registered in it and not cancelled, in order.
  mutating func startPending() { rules.startPending() }

  /// Ends the turn of a store that is saved: the work that was registered in it begins when a turn is saved.
  /// Returns whether there is any.
  mutating func deferPending(until turn: UInt64) -> Bool { rules.deferPending(until: turn) }

  /// Queues the start of the work that waits for the turns up to one and wasn't cancelled, in order.
  mutating func startDeferred(upTo turn: UInt64) { rules.startDeferred(upTo: turn) }

  // MARK: Cascades

  /// Opens a cascade for an action from outside. Call ``opened(_:)`` afterwards.
  ///
  /// - Parameter context: The context of the caller that gave the action, if it is wanted.
  mutating func openCascade(in context: ActionContext? = nil) -> CascadeID {
    rules.openCascade(in: context)
  }

  /// Records that the action was taken up.
  mutating func opened(_ id: CascadeID) { rules.opened(id) }

  func isLive(_ id: CascadeID) -> Bool { rules.isLive(id) }

  /// The context of the caller that gave the action of a live cascade; nil for none.
  func context(of id: CascadeID) -> ActionContext? { rules.context(of: id) }

  /// Sets the context of the caller that gave the action of a live cascade.
  mutating func setContext(_ context: ActionContext?, of id: CascadeID) { rules.setContext(context, of: id) }

  /// Cancels everything that an action from outside has caused.
  mutating func cancel(_ cascade: CascadeID) { rules.cancel(cascade) }

  /// Records the priority of a task that waits for a cascade, for what it starts from now on. Returns the
  /// work that it runs.
  mutating func raise(_ cascade: CascadeID, to priority: Priority) -> [EffectID] {
    rules.raise(cascade, to: priority)
  }

  // MARK: Effects

  /// Begins the effect that a reducer returned: registers its work and queues its actions.
  mutating func begin(_ program: PlacedProgram, _ origin: Origin) { rules.begin(program, origin) }

  /// Begins an effect that follows from the state. Returns it, so that it can be cancelled, or nil if nothing
  /// of it is left to do.
  mutating func beginDeclared(_ program: PlacedProgram, _ origin: Origin) -> EffectID? {
    rules.beginDeclared(program, origin)
  }

  /// Cancels an effect that follows from the state.
  mutating func cancel(_ effect: EffectID) { rules.cancel(effect) }

  /// Registers work that runs inside an effect's task and has an id of its own.
  ///
  /// Returns nil if the effect has been cancelled or has ended. The engine doesn't track the work then.
  mutating func beginPiece(of effect: EffectID, id: CancelID, cancelInFlight: Bool) -> EffectID? {
    rules.beginPiece(of: effect, id: id, cancelInFlight: cancelInFlight)
  }

  /// Whether an effect hasn't ended: it is yet to begin, has begun, or has been cancelled and still runs.
  func isLive(_ id: EffectID) -> Bool { rules.isLive(id) }

  /// Whether an effect has neither ended nor been cancelled.
  func isActive(_ id: EffectID) -> Bool { rules.isActive(id) }

  /// The cascade of the actions that a piece of work sends; nil if they aren't to be reduced.
  func accepts(_ id: EffectID) -> CascadeID? { rules.accepts(id) }

  /// The origin of a piece of work; nil if it has ended.
  func origin(of id: EffectID) -> Origin? { rules.origin(of: id) }

  /// The cascade of a piece of work; nil if it has ended.
  func cascade(of id: EffectID) -> CascadeID? { rules.cascade(of: id) }

  /// The scope of a piece of work; nil if it has ended.
  func scope(of id: EffectID) -> ScopeID? { rules.scope(of: id) }

  /// Records that the task of a piece of work has ended.
  ///
  /// Pieces of it that still run in escaped tasks are cancelled, and the effect stays until they have ended.
  mutating func ended(_ id: EffectID) { rules.ended(id) }

  /// Records that the clock of a pause has failed. Cancels what waits for the pause, as its time can't come.
  mutating func failedPause(_ id: EffectID) { rules.failedPause(id) }

  /// Cancels the effects with an id, on behalf of a piece of work: in its scope and in the scopes below it.
  mutating func cancel(id: CancelID, onBehalfOf effect: EffectID) {
    guard let scope = rules.scope(of: effect) else { return }
    rules.cancel(id: id, in: scope)
  }

  // MARK: Actions

  /// Claims a queued action for reduction. Returns its cascade, or nil if it was cancelled meanwhile.
  mutating func claim(_ id: EffectID) -> CascadeID? { rules.claim(id) }

  /// Records that a queued action has been reduced and that the returned effect has begun.
  mutating func delivered(_ id: EffectID) { rules.delivered(id) }

  /// Drops all actions that wait to be reduced, and those that take their place. Returns the number of
  /// dropped actions.
  mutating func dropDeliveries() -> Int { rules.dropDeliveries() }

  // MARK: Scopes

  /// Opens a scope below another. Returns nil if the other scope has ended.
  mutating func openScope(in parent: ScopeID, _ component: ScopePath.Component) -> ScopeID? {
    rules.openScope(in: parent, component)
  }

  /// Ends a scope and the scopes below it: cancels their effects, and begins no more effects in them.
  mutating func endScope(_ id: ScopeID) { rules.endScope(id) }

  /// Whether a scope is idle: it has no effects, no scopes below it, no held programs and no windows.
  func isIdle(_ id: ScopeID) -> Bool { rules.isIdle(id) }

  /// Has a scope ended if it is idle.
  mutating func noteIdleness(of id: ScopeID) { rules.noteIdleness(of: id) }

  /// Whether a scope hasn't ended.
  func isActive(_ id: ScopeID) -> Bool { rules.isActive(id) }

  /// The path of a scope.
  func path(of scope: ScopeID) -> ScopePath { rules.path(of: scope) }

  /// Cancels everything in a scope and in the scopes below it.
  mutating func cancelAll(in scope: ScopeID) { rules.cancelAll(in: scope) }

  /// Cancels the effects that end as soon as the store is shut down, and begins no more of them.
  ///
  /// - Returns: The work that was cancelled by its ``OnShutdown``, oldest first.
  mutating func beginShutdown() -> [EffectSnapshot] { rules.beginShutdown() }

  /// The number of pieces of work and actions that never began, because their ``OnShutdown`` cancelled them
  /// before.
  var skippedCount: Int { rules.skippedCount }

  /// Cancels everything and takes no more effects.
  mutating func close() { rules.close() }

  // MARK: What is told of it

  /// Whether someone listens to events.
  var hasListeners: Bool {
    get { rules.hasListeners }
    set { rules.hasListeners = newValue }
  }

  mutating func tell(_ event: StoreEvent.Kind) { rules.tell(event) }

  /// The number of actions of effects that were dropped because their effect or scope had gone.
  var droppedActions: Int { rules.droppedActions }

  /// Snapshots of the work that runs or is about to run, oldest first.
  var snapshots: [EffectSnapshot] { rules.snapshots }

  /// A snapshot of a piece of work; nil if it has ended.
  func snapshot(of id: EffectID) -> EffectSnapshot? { rules.snapshot(of: id) }

  /// The number of pieces of work that run or are about to run.
  var workCount: Int { rules.workCount }

  /// The number of pieces of work and actions that wait for others to end: in sequences, under limits and in
  /// throttles.
  var waitingCount: Int { rules.waitingCount }
}
