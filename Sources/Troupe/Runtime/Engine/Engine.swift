/// A value that decides when effects begin and end.
///
/// The engine owns no task, clock, lock or continuation. Effects that need a clock contain the clock. Each
/// `mutating` method is an event: an effect was returned, work ended, an id was cancelled, a scope was
/// removed. Events can occur at any time and in any order. An event queues commands, which the owner takes
/// with ``next(holdingStartsUntil:)`` and performs.
///
/// Every part of a program that hasn't ended is a node. Nodes form trees: a sequence is the parent of its
/// running member, and a group is the parent of its members. A node is removed when it has really ended, and
/// its parent is then notified. Cancelling a node removes the node from the index of ids, and the node's
/// actions are refused. The node itself stays until its work has ended.
///
/// The consequences of an end, such as the next member of a sequence, begin after the current event. Before
/// these consequences begin, a cancellation has reached all of its targets, and a new effect has begun
/// completely.
///
/// The rules are in the extensions: ``begin(_:_:)``, ``cancel(id:in:by:)``, ``ended(_:)`` and the functions
/// that they call. The tables are private to the small values that own them. Only the engine's files use
/// these values; `.ci/check-arrows` detects other uses. The engine isn't copyable, because reading it through
/// a property would copy all tables.
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
  /// The work that starts at the end of the turn, or when a turn is saved.
  var starts = StartQueue()
  /// The consequences of ends, which are handled after the current event.
  var followUps = Queue<FollowUp>()

  // MARK: Other state

  private var commands = Queue<Command>()
  /// The action that is being reduced. The reduction ends when the owner takes the next command.
  private var reducing: EffectID?
  private var lastNumber: UInt64 = 0
  /// Whether new effects are accepted.
  private(set) var isOpen = true
  /// Whether a shutdown has begun.
  private(set) var isShuttingDown = false
  /// The number of leaves (work and actions) that never began, because their ``OnShutdown`` cancelled them
  /// before they could begin.
  private(set) var skippedCount = 0
  /// The number of actions that were dropped because their effect or scope had ended.
  private(set) var droppedActions = 0
  /// Whether the store has listeners for events.
  var hasListeners = false
  /// Whether texts, such as the texts for listeners, show payloads.
  let showsPayloads: Bool

  init(showsPayloads: Bool) {
    self.showsPayloads = showsPayloads
  }

  // MARK: Commands

  /// Returns whether nothing is left to do before the end of the turn. If the result is true, the owner
  /// needn't call ``next(holdingStartsUntil:)``.
  mutating func isDone() -> Bool {
    guard commands.isEmpty, reducing == nil, followUps.isEmpty, !starts.isPending else { return false }
    cascades.seal()
    return true
  }

  /// Removes and returns the next command; nil if nothing is left to do in the turn.
  ///
  /// When this method is called, an action that the owner has claimed has been reduced, and the effects of
  /// newly opened cascades have begun. After all other commands, the work that was registered and not
  /// cancelled starts, in order.
  ///
  /// - Parameter turn: The turn that must be saved before the work starts; nil to start the work immediately.
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

  /// Claims a queued action for reduction. The reduction ends with the next command. Returns the action's
  /// cascade; nil if the action was cancelled in the meantime.
  mutating func claim(_ id: EffectID) -> CascadeID? {
    guard nodes.isLive(id) else { return nil }
    nodes.claim(id)
    reducing = id
    return nodes[id].origin.cascade
  }

  mutating func countDroppedAction(_ action: @autoclosure () -> any Sendable, _ origin: Origin) {
    droppedActions += 1
    // The action is evaluated only here, because the code that maps it to the store's action may be user
    // code.
    if hasListeners { emit(.dropped(action(), origin.traced)) }
  }

  mutating func countSkipped(_ count: Int) { skippedCount += count }

  /// Returns a number that hasn't been used before.
  mutating func makeNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Cascades

  /// Opens a cascade for an action from outside. If nothing begins in the cascade before the next command,
  /// the cascade ends.
  ///
  /// - Parameter context: The context of the action's sender, if the store captures it.
  mutating func openCascade(in context: ActionContext? = nil) -> CascadeID {
    cascades.open(number: makeNumber(), in: context)
  }

  func isLive(_ id: CascadeID) -> Bool { cascades.isLive(id) }

  /// Returns the context of the sender that opened a live cascade; nil for none.
  func context(of id: CascadeID) -> ActionContext? {
    isLive(id) ? cascades.context(of: id) : nil
  }

  /// Sets the context of the sender that opened a live cascade.
  mutating func setContext(_ context: ActionContext?, of id: CascadeID) {
    cascades.setContext(context, of: id)
  }

  /// Records the priority of a task that is waiting for a cascade, for work that the cascade starts later.
  /// Returns the cascade's running work.
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

  /// Whether no effect is running or waiting.
  var isIdle: Bool { nodes.isEmpty }
  /// Whether no effects are running or waiting except declared effects that a shutdown doesn't wait for.
  var hasOnlyDeclared: Bool { nodes.count == nodes.declaredCount }

  /// Whether an effect hasn't ended: it hasn't started, is running, or was cancelled and is still running.
  func isLive(_ id: EffectID) -> Bool { nodes.isLive(id) }

  /// Whether an effect has neither ended nor been cancelled.
  func isActive(_ id: EffectID) -> Bool { nodes.isActive(id) }

  /// Returns the cascade of the actions that an effect's work sends; nil if these actions are dropped.
  func accepts(_ id: EffectID) -> CascadeID? {
    isActive(id) && nodes[id].origin.declared != .refused ? nodes[id].origin.cascade : nil
  }

  /// Returns the origin of an effect's work; nil if the work has ended.
  func origin(of id: EffectID) -> Origin? { isLive(id) ? nodes[id].origin : nil }

  /// Returns the cascade of an effect's work; nil if the work has ended.
  func cascade(of id: EffectID) -> CascadeID? { isLive(id) ? nodes[id].origin.cascade : nil }

  /// Returns the scope of an effect's work; nil if the work has ended.
  func scope(of id: EffectID) -> ScopeID? { isLive(id) ? nodes[id].origin.scope : nil }

  // MARK: The end

  /// Cancels the effects that end at the beginning of a shutdown, and drops such effects from now on.
  ///
  /// - Returns: The work that was cancelled because of its ``OnShutdown``, oldest first, except for effects
  ///   that the state declares.
  mutating func beginShutdown() -> [EffectSnapshot] {
    isShuttingDown = true
    return cancelForShutdown()
  }

  /// Cancels everything and refuses new effects.
  mutating func close() {
    isOpen = false
    cancelAll(in: .root)
  }
}
