/// The rules of life and death of effects, and the tables that they work on; see ``Engine``.
///
/// Every part of a program that is still to be done or being done is a node. Nodes form trees: a sequence is
/// the parent of the member that runs, a group of its members. A node is removed when it has really ended,
/// and its parent learns of it. Cancelling a node takes it out of the index of ids and refuses what it sends;
/// the node itself stays until its work has ended.
///
/// What follows from an end, such as the next member of a sequence, begins when the step at hand is done: a
/// cancellation has then reached all that it is about, and an effect that is being begun is there as a whole.
struct EngineRules {
  typealias Command = Engine.Command
  typealias Origin = Engine.Origin

  var nodes = Slots<EffectNode>()
  var scopes = Slots<ScopeRecord>()
  var cascades = Slots<CascadeRecord>()
  /// The children of each node, and the nodes without a parent of each cascade.
  var families = Links()
  /// The members of each scope.
  var memberships = Links()
  /// The scopes below each scope.
  var scopeFamilies = Links()
  /// The nodes of all scopes by id; that of the root scope, which all others are below.
  var index: [CancelID: EffectSet] = [:]
  /// The nodes that hold programs, by the ids in those.
  var held: [CancelID: EffectSet] = [:]
  var pendingStarts: [EffectID] = []
  /// What has ended and hasn't been followed up, in order.
  var endings = Queue<Ending>()
  /// Whether new effects are taken.
  private(set) var isOpen = true
  /// Whether someone listens to events.
  var hasListeners = false
  /// Whether the texts of what listeners and others are told show payloads.
  let showsPayloads: Bool
  /// How many actions of effects were dropped because their effect or scope had gone.
  private(set) var droppedActions = 0

  private var commands = Queue<Command>()
  private var lastNumber: UInt64 = 0

  init(showsPayloads: Bool) {
    self.showsPayloads = showsPayloads
    scopes.insert(ScopeRecord(id: .root, parent: nil, component: nil))
  }

  /// Whether nothing runs and nothing waits.
  var isIdle: Bool { nodes.isEmpty }
  var hasCommands: Bool { !commands.isEmpty || !endings.isEmpty }
  /// Whether there is something to be done before the turn ends.
  var hasWork: Bool { hasCommands || !pendingStarts.isEmpty }

  /// The next thing to be done.
  mutating func next() -> Command? {
    followUp()
    return commands.popFirst()
  }

  mutating func emit(_ command: Command) { commands.append(command) }

  mutating func tell(_ event: StoreEvent.Kind) {
    if hasListeners { commands.append(.tell(event)) }
  }

  mutating func countDroppedAction(_ action: @autoclosure () -> any Sendable) {
    droppedActions += 1
    // What makes it the store's may be a user's.
    if hasListeners { tell(.actionDropped(ActionValue(action(), showsPayloads: showsPayloads))) }
  }

  /// A number that none had before.
  mutating func makeNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Whether a node is there: it is to be done, being done, or has been cancelled and has not ended.
  func isLive(_ id: EffectID) -> Bool {
    nodes.contains(id.slot) && nodes[id.slot].id == id
  }

  /// Whether a node is there and has not been cancelled.
  func isActive(_ id: EffectID) -> Bool {
    isLive(id) && !nodes[id.slot].isCancelled
  }

  func isLive(_ id: CascadeID) -> Bool {
    cascades.contains(id.slot) && cascades[id.slot].id == id
  }

  /// Whether a scope is there and has not ended.
  func isActive(_ id: ScopeID) -> Bool {
    isRecorded(id) && !scopes[id.slot].isEnded
  }

  /// Whether there still is a record of a scope.
  func isRecorded(_ id: ScopeID) -> Bool {
    scopes.contains(id.slot) && scopes[id.slot].id == id
  }

  /// Opens a cascade for an action from outside; ``opened(_:)`` has to follow.
  mutating func openCascade(in context: ActionContext? = nil) -> CascadeID {
    let id = CascadeID(number: makeNumber(), slot: cascades.nextSlot)
    cascades.insert(CascadeRecord(id: id, context: context))
    return id
  }

  func context(of id: CascadeID) -> ActionContext? { isLive(id) ? cascades[id.slot].context : nil }

  /// Says that the action was taken up.
  mutating func opened(_ id: CascadeID) {
    followUp()
    guard isLive(id) else { return }
    cascades[id.slot].isOpening = false
    if cascades[id.slot].roots.isEmpty { remove(id) }
  }

  mutating func remove(_ id: CascadeID) {
    cascades.free(id.slot)
  }

  /// Ends the turn: what was registered in it and not cancelled is to be started, in order.
  mutating func startPending() {
    guard !pendingStarts.isEmpty else { return }
    for id in pendingStarts where isLive(id) {
      guard !nodes[id.slot].isStarted, case .job(let job) = nodes[id.slot].kind else { continue }
      nodes[id.slot].isStarted = true
      let origin = nodes[id.slot].origin
      emit(.start(Engine.Start(id: id, work: job, route: origin.route, cascade: origin.cascade)))
      if hasListeners, let snapshot = snapshot(of: id) { tell(.effectStarted(snapshot)) }
    }
    pendingStarts.removeAll(keepingCapacity: pendingStarts.count <= 64)
  }

  /// Cancels everything and takes no more.
  mutating func close() {
    isOpen = false
    cancelAll(in: .root)
  }
}
