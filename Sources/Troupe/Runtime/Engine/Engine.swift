/// A value that decides when effects begin and end.
///
/// The engine owns no task, clock, lock or continuation. Effects that need the time bring it with them. Each
/// `mutating` method is an event: an effect was returned, work ended, an id was cancelled, a scope went away.
/// Events may come at any time and in any order. They queue commands, which the owner takes with
/// ``next(holdingStartsUntil:)`` and performs.
///
/// Every part of a program that hasn't ended is a node. Nodes form trees: a sequence is the parent of its
/// running member, and a group is the parent of its members. A node is removed when it has really ended, and
/// its parent learns of its end. Cancelling a node removes it from the index of ids and refuses what it
/// sends. The node itself stays until its work has ended.
///
/// What follows an end, such as the next member of a sequence, begins after the current event. By then, a
/// cancellation has reached all of its targets, and a new effect has begun completely.
///
/// The rules are in the extensions: ``begin(_:_:)``, ``cancel(id:in:by:)``, ``ended(_:)`` and what they call.
/// The tables are private to the small values that own them. Only the files of the engine use these values;
/// `.ci/check-arrows` looks for others. The engine isn't copyable, because reading it through a property
/// would copy all tables.
struct Engine: ~Copyable {
  // MARK: The tables

  var nodes = NodeTable()
  var scopes = ScopeTable()
  var cascades = CascadeTable()
  /// The nodes by the ids that cancel them.
  var index = IDIndex()
  /// The programs that nodes begin later.
  var held = HeldTable()
  var limits = LimitTable()
  var throttles = ThrottleTable()
  /// The work that begins at the end of the turn, or when a turn is saved.
  var starts = StartQueue()
  /// What waits for the current event to be over.
  var followUps = Queue<FollowUp>()

  // MARK: The state beside them

  private var commands = Queue<Command>()
  /// The action that is being reduced. It ends when the owner takes the next command.
  private var reducing: EffectID?
  private var lastNumber: UInt64 = 0
  /// Whether new effects are taken.
  private(set) var isOpen = true
  /// Whether a shutdown has begun.
  private(set) var isShuttingDown = false
  /// The number of pieces of work and actions that never began, because their ``OnShutdown`` cancelled them
  /// before.
  private(set) var skippedCount = 0
  /// The number of actions of effects that were dropped because their effect or scope had gone.
  private(set) var droppedActions = 0
  /// Whether someone listens to events.
  var hasListeners = false
  /// Whether the texts for listeners and others show payloads.
  let showsPayloads: Bool

  init(showsPayloads: Bool) {
    self.showsPayloads = showsPayloads
  }

  // MARK: Commands

  /// Whether nothing is left to do before the turn ends, so that ``next(holdingStartsUntil:)`` needn't be
  /// called.
  mutating func isDone() -> Bool {
    guard commands.isEmpty, reducing == nil, followUps.isEmpty, !starts.isPending else { return false }
    cascades.seal()
    return true
  }

  /// Removes and returns the next command; nil if nothing is left to do in the turn.
  ///
  /// An action that the owner has claimed has been reduced by now, and the cascades that were opened have
  /// what they begin with. When all other commands are done, the work that was registered and not cancelled
  /// starts, in order.
  ///
  /// - Parameter turn: The turn that has to be saved before the work starts; nil to start it now.
  mutating func next(holdingStartsUntil turn: UInt64? = nil) -> Command? {
    while true {
      if let id = reducing {
        reducing = nil
        if nodes.isLive(id) { finish(id) }
      }
      followUp()
      cascades.seal()
      if !commands.isEmpty { return commands.popFirst() }
      guard starts.isPending else { return nil }
      if let turn { holdStarts(until: turn) } else { startPending() }
    }
  }

  mutating func emit(_ command: Command) { commands.append(command) }

  mutating func tell(_ event: StoreEvent.Kind) {
    if hasListeners { emit(.tell(event)) }
  }

  /// Claims a queued action for reduction, which ends with the next command. Returns its cascade, or nil if
  /// it was cancelled meanwhile.
  mutating func claim(_ id: EffectID) -> CascadeID? {
    guard nodes.isLive(id) else { return nil }
    nodes.claim(id)
    reducing = id
    return nodes[id].origin.cascade
  }

  mutating func countDroppedAction(_ action: @autoclosure () -> any Sendable, _ origin: Origin) {
    droppedActions += 1
    // Evaluate the action only here: the code that maps it to the store's action may be a user's.
    if hasListeners { emit(.dropped(action(), origin.traced)) }
  }

  mutating func countSkipped(_ count: Int) { skippedCount += count }

  /// Returns a number that hasn't been used before.
  mutating func makeNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Cascades

  /// Opens a cascade for an action from outside. If nothing is begun in it before the next command, it ends.
  ///
  /// - Parameter context: The context of the caller that gave the action, if it is wanted.
  mutating func openCascade(in context: ActionContext? = nil) -> CascadeID {
    cascades.open(number: makeNumber(), in: context)
  }

  func isLive(_ id: CascadeID) -> Bool { cascades.isLive(id) }

  /// The context of the caller that gave the action of a live cascade; nil for none.
  func context(of id: CascadeID) -> ActionContext? {
    isLive(id) ? cascades.context(of: id) : nil
  }

  /// Sets the context of the caller that gave the action of a live cascade.
  mutating func setContext(_ context: ActionContext?, of id: CascadeID) {
    cascades.setContext(context, of: id)
  }

  /// Records the priority of a task that waits for a cascade, for what it starts from now on. Returns the
  /// work that it runs.
  mutating func raise(_ cascade: CascadeID, to priority: Priority) -> [EffectID] {
    guard isLive(cascade), cascades.raise(cascade, to: priority) else { return [] }
    var work: [EffectID] = []
    var pending = cascades.roots(of: cascade).map { nodes[$0].id }
    while let id = pending.popLast() {
      if nodes[id].isStarted { work.append(id) }
      pending += nodes.children(of: id)
    }
    return work
  }

  // MARK: Effects

  /// Whether no effect runs or waits.
  var isIdle: Bool { nodes.isEmpty }
  /// Whether nothing runs or waits apart from effects that run while a value of the state is there, and that
  /// a shutdown doesn't wait for.
  var hasOnlyDeclared: Bool { nodes.count == nodes.declaredCount }

  /// Whether an effect hasn't ended: it is yet to begin, has begun, or has been cancelled and still runs.
  func isLive(_ id: EffectID) -> Bool { nodes.isLive(id) }

  /// Whether an effect has neither ended nor been cancelled.
  func isActive(_ id: EffectID) -> Bool { nodes.isActive(id) }

  /// The cascade of the actions that a piece of work sends; nil if they aren't to be reduced.
  func accepts(_ id: EffectID) -> CascadeID? {
    isActive(id) && nodes[id].origin.declared != .refused ? nodes[id].origin.cascade : nil
  }

  /// The origin of a piece of work; nil if it has ended.
  func origin(of id: EffectID) -> Origin? { isLive(id) ? nodes[id].origin : nil }

  /// The cascade of a piece of work; nil if it has ended.
  func cascade(of id: EffectID) -> CascadeID? { isLive(id) ? nodes[id].origin.cascade : nil }

  /// The scope of a piece of work; nil if it has ended.
  func scope(of id: EffectID) -> ScopeID? { isLive(id) ? nodes[id].origin.scope : nil }

  // MARK: The end

  /// Cancels the effects that end as soon as the store is shut down, and begins no more of them.
  ///
  /// - Returns: The work that was cancelled by its ``OnShutdown``, oldest first, apart from effects that the
  ///   state declares.
  mutating func beginShutdown() -> [EffectSnapshot] {
    isShuttingDown = true
    return cancelForShutdown()
  }

  /// Cancels everything and takes no more effects.
  mutating func close() {
    isOpen = false
    cancelAll(in: .root)
  }
}
