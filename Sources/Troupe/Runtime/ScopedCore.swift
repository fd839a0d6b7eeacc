/// A view on a part of another store's state that is always there.
final class MemberCore<Parent: StateAccess, State, Action: Sendable>: StateAccess {
  private let parent: Parent
  private let member: any KeyPath<Parent.State, State> & Sendable
  private let embed: @Sendable (Action) -> Parent.Action

  init(
    parent: Parent,
    member: any KeyPath<Parent.State, State> & Sendable,
    embed: @escaping @Sendable (Action) -> Parent.Action
  ) {
    self.parent = parent
    self.member = member
    self.embed = embed
  }

  var runtime: Runtime { parent.runtime }
  var isAlive: Bool { parent.isAlive }

  func send(_ action: Action) -> StoreTask { parent.send(embed(action)) }

  func enqueue(_ action: Action, gate: (any Gate)?) throws(InboxError) {
    try parent.enqueue(embed(action), gate: gate)
  }

  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try parent.read { (state) throws(Failure) in try body(state[keyPath: member]) }
  }
}

/// A view on an optional part of another store's state, for as long as the value is there that it was made
/// for.
///
/// - Note: `@unchecked Sendable`, like the ``Runtime`` that it belongs to: what it remembers is guarded by the
///   executor of the store.
final class OptionalCore<Parent: StateAccess, State, Action: Sendable>: StateAccess, LivenessCheck, Gate,
  @unchecked Sendable
{
  /// Finds the value, and the number of its presentation, in the parent's state.
  typealias Find = @Sendable (Parent.State) -> (State, generation: UInt64)?

  private let parent: Parent
  private let find: Find
  private let embed: @Sendable (Action) -> Parent.Action
  private let identity = IdentityReader<State>()
  private let madeFor: ScopeIdentity
  private var lastRead: State
  private var hasGone = false

  /// Makes the view; nil when there is no value.
  init?(
    parent: Parent,
    find: @escaping Find,
    embed: @escaping @Sendable (Action) -> Parent.Action
  ) {
    guard parent.isAlive, let (state, generation) = parent.read({ find($0) }) else { return nil }
    self.parent = parent
    self.find = find
    self.embed = embed
    self.madeFor = identity(state, generation: generation)
    self.lastRead = state
    runtime.observe { $0.add(self) }
  }

  var runtime: Runtime { parent.runtime }

  var isAlive: Bool { parent.isAlive && !hasGone }

  func checkLiveness() {
    guard !hasGone else { return }
    hasGone = value() == nil
  }

  /// The value, while it is the one that the view was made for.
  private func value() -> State? {
    guard isAlive, let (state, generation) = parent.read({ find($0) }),
      identity(state, generation: generation) == madeFor
    else { return nil }
    return state
  }

  func send(_ action: Action) -> StoreTask {
    // What was enqueued before may take the state away.
    runtime.takeMail()
    guard admits(ActionValue(action)) else { return StoreTask(cascade: nil) }
    return parent.send(embed(action))
  }

  func enqueue(_ action: Action, gate: (any Gate)?) throws(InboxError) {
    try parent.enqueue(embed(action), gate: gate ?? self)
  }

  func admits(_ action: ActionValue) -> Bool {
    if isAlive { return true }
    reportIssue(
      """
      An action was sent to a scoped store whose state has gone, and was not reduced: \(action.excerpt).

      The likely causes: the state was set to nil or replaced by another before the action came; the scoped \
      store was kept longer than its state. Ask the parent store for a new one, or look at `isAlive` first.
      """,
      at: runtime.location
    )
    return false
  }

  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let current = value() ?? lastRead
    lastRead = current
    return try body(current)
  }
}
