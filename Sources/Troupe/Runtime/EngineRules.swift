/// The rules for when effects begin and end, and the tables of these rules. See ``Engine``.
///
/// Every part of a program that hasn't ended is a node. Nodes form trees: a sequence is the parent of its
/// running member, and a group is the parent of its members. A node is removed when it has really ended, and
/// its parent learns of its end. Cancelling a node removes it from the index of ids and refuses what it
/// sends. The node itself stays until its work has ended.
///
/// What follows an end, such as the next member of a sequence, begins after the current step. By then, a
/// cancellation has reached all of its targets, and a new effect has begun completely.
struct EngineRules {
  typealias Command = Engine.Command
  typealias Origin = Engine.Origin

  var nodes = Slots<EffectNode>()
  var scopes = Slots<ScopeRecord>()
  var cascades = Slots<CascadeRecord>()
  /// The children of each node, and the nodes of each cascade that have no parent.
  var families = Links()
  /// The members of each scope.
  var memberships = Links()
  /// The scopes below each scope.
  var scopeFamilies = Links()
  /// The nodes of all scopes, by id. This is the index of the root scope, as all other scopes are below it.
  var index: [CancelID: EffectSet] = [:]
  /// The nodes that hold programs, by the ids in these programs.
  var held: [CancelID: EffectSet] = [:]
  var pendingStarts: [EffectID] = []
  /// The work that begins when a turn is saved, in order.
  var deferredStarts = Queue<(turn: UInt64, id: EffectID)>()
  /// The number of nodes that run only as long as a value of the state is there.
  var declaredCount = 0
  /// The ends that haven't been followed up, in order.
  var endings = Queue<Ending>()
  /// Whether new effects are taken.
  private(set) var isOpen = true
  /// Whether a shutdown has begun.
  var isShuttingDown = false
  /// The number of pieces of work and actions that never began because they end with a shutdown.
  var skippedCount = 0
  /// Whether someone listens to events.
  var hasListeners = false
  /// Whether the texts for listeners and others show payloads.
  let showsPayloads: Bool
  /// The number of actions of effects that were dropped because their effect or scope had gone.
  private(set) var droppedActions = 0

  private var commands = Queue<Command>()
  private var lastNumber: UInt64 = 0

  init(showsPayloads: Bool) {
    self.showsPayloads = showsPayloads
    scopes.insert(ScopeRecord(id: .root, parent: nil, component: nil))
  }

  /// Whether no effect runs or waits.
  var isIdle: Bool { nodes.isEmpty }
  /// Whether nothing runs or waits apart from effects that run while a value of the state is there.
  var hasOnlyDeclared: Bool { nodes.count == declaredCount }
  var hasCommands: Bool { !commands.isEmpty || !endings.isEmpty }
  /// Whether anything is left to do before the turn ends.
  var hasWork: Bool { hasCommands || !pendingStarts.isEmpty }

  /// Removes and returns the next command; nil if there is none.
  mutating func next() -> Command? {
    followUp()
    return commands.popFirst()
  }

  mutating func emit(_ command: Command) { commands.append(command) }

  mutating func tell(_ event: StoreEvent.Kind) {
    if hasListeners { commands.append(.tell(event)) }
  }

  mutating func countDroppedAction(_ action: @autoclosure () -> any Sendable, _ origin: Origin) {
    droppedActions += 1
    // Evaluate the action only here: the code that maps it to the store's action may be a user's.
    guard hasListeners else { return }
    let action = action()
    let value = LiveReplies.exist && !LiveReplies.areMissing(in: action) ? RememberedAction(action) : action
    tell(.actionDropped(ActionValue(value, showsPayloads: showsPayloads, of: origin.traced)))
  }

  /// Returns a number that hasn't been used before.
  mutating func makeNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Whether a node hasn't ended: it is yet to begin, has begun, or has been cancelled and still runs.
  func isLive(_ id: EffectID) -> Bool {
    nodes.contains(id.slot) && nodes[id.slot].id == id
  }

  /// Whether a node has neither ended nor been cancelled.
  func isActive(_ id: EffectID) -> Bool {
    isLive(id) && !nodes[id.slot].isCancelled
  }

  func isLive(_ id: CascadeID) -> Bool {
    cascades.contains(id.slot) && cascades[id.slot].id == id
  }

  /// Whether a scope is recorded and has not ended.
  func isActive(_ id: ScopeID) -> Bool {
    isRecorded(id) && !scopes[id.slot].isEnded
  }

  /// Whether there still is a record of a scope.
  func isRecorded(_ id: ScopeID) -> Bool {
    scopes.contains(id.slot) && scopes[id.slot].id == id
  }

  /// Opens a cascade for an action from outside. Call ``opened(_:)`` afterwards.
  mutating func openCascade(in context: ActionContext? = nil) -> CascadeID {
    let id = CascadeID(number: makeNumber(), slot: cascades.nextSlot)
    cascades.insert(CascadeRecord(id: id, context: context))
    return id
  }

  func context(of id: CascadeID) -> ActionContext? { isLive(id) ? cascades[id.slot].context : nil }

  mutating func setContext(_ context: ActionContext?, of id: CascadeID) {
    cascades[id.slot].context = context
  }

  /// Records the priority of a task that waits for a cascade. Returns the work that the cascade runs.
  mutating func raise(_ cascade: CascadeID, to priority: Priority) -> [EffectID] {
    guard isLive(cascade), cascades[cascade.slot].priority.map({ $0 < priority }) != false else { return [] }
    cascades[cascade.slot].priority = priority
    var work: [EffectID] = []
    var pending = families.slots(of: cascades[cascade.slot].roots)
    while let slot = pending.popLast() {
      if nodes[slot].isStarted { work.append(nodes[slot].id) }
      pending += families.slots(of: nodes[slot].children)
    }
    return work
  }

  /// Records that the action was taken up.
  mutating func opened(_ id: CascadeID) {
    followUp()
    guard isLive(id) else { return }
    cascades[id.slot].isOpening = false
    if cascades[id.slot].roots.isEmpty { remove(id) }
  }

  mutating func remove(_ id: CascadeID) {
    cascades.free(id.slot)
  }

  /// Ends the turn: queues the start of the work that was registered in it and not cancelled, in order.
  mutating func startPending() {
    guard !pendingStarts.isEmpty else { return }
    for id in pendingStarts where isLive(id) {
      guard !nodes[id.slot].isStarted, case .job(let job) = nodes[id.slot].kind else { continue }
      nodes[id.slot].isStarted = true
      let origin = nodes[id.slot].origin
      let priority = cascades[origin.cascade.slot].priority
      emit(
        .start(
          Engine.Start(
            id: id,
            work: job,
            route: origin.route,
            cascade: origin.cascade,
            isAlone: nodes[id.slot].parent == nil,
            priority: priority
          )
        )
      )
      if hasListeners, let snapshot = snapshot(of: id) { tell(.effectStarted(snapshot)) }
    }
    pendingStarts.removeAll(keepingCapacity: pendingStarts.count <= 64)
  }

  /// Cancels everything and takes no more effects.
  mutating func close() {
    isOpen = false
    cancelAll(in: .root)
  }
}
