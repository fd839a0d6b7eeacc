/// A view of a part of another store's state. The part exists as long as that state.
///
/// - Note: `@unchecked Sendable`, because the superclass isn't checked. The properties don't change.
///   `StressTests` under the thread sanitizer covers scoped stores.
class PermanentCore<ParentState, ParentAction: Sendable, State, Action: Sendable>:
  StateCore<State, Action>, @unchecked Sendable
{
  final let parent: StateCore<ParentState, ParentAction>
  private let embed: @Sendable (Action) -> ParentAction

  init(parent: StateCore<ParentState, ParentAction>, embed: @escaping @Sendable (Action) -> ParentAction) {
    self.parent = parent
    self.embed = embed
    super.init(runtime: parent.runtime)
  }

  override final var isAlive: Bool { parent.isAlive }
  override final var closed: StoreError? { parent.closed }
  override final var requestsToTheState: ScopedRequests? { parent.requestsToTheState }
  override final func whenGone(_ body: @escaping () -> Void) { parent.whenGone(body) }

  override final func send(_ action: Action) -> StoreTask { parent.send(embed(action)) }

  override final func answer(_ task: StoreTask, to action: Action, at location: CallSite) -> StoreTask {
    parent.answer(task, to: embed(action), at: location)
  }

  override final func submit(_ action: Action, from source: ActionSource) -> StoreTask {
    parent.submit(embed(action), from: source)
  }

  override final func enqueue(
    _ action: Action,
    gate: MailGate?,
    in context: ActionContext?,
    at location: CallSite
  ) throws(StoreError) {
    try parent.enqueue(embed(action), gate: gate, in: context, at: location)
  }
}

/// A view of a part of another store's state that always exists.
///
/// - Note: `@unchecked Sendable`, because the superclass isn't checked. The properties don't change.
///   `StressTests` under the thread sanitizer covers scoped stores.
final class MemberCore<ParentState, ParentAction: Sendable, State, Action: Sendable>:
  PermanentCore<ParentState, ParentAction, State, Action>, @unchecked Sendable
{
  private let member: any KeyPath<ParentState, State> & Sendable
  /// The view's place in the cache; nil if the view was created with a function, because functions aren't
  /// comparable.
  private let place: ScopePlace?

  init(
    parent: StateCore<ParentState, ParentAction>,
    member: any KeyPath<ParentState, State> & Sendable,
    embed: @escaping @Sendable (Action) -> ParentAction,
    place: ScopePlace?
  ) {
    self.member = member
    self.place = place
    super.init(parent: parent, embed: embed)
  }

  override var parts: ScopedParts<State> {
    parent.parts.group(of: member) { ScopedMember<ParentState, State>(member) }.parts
  }

  override func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try parent.read { (state) throws(Failure) in try body(state[keyPath: member]) }
  }
}

/// A view of a part of another store's state that can be removed. The view lasts as long as the value that it
/// was created for.
///
/// - Note: `@unchecked Sendable`, like the ``Runtime`` that the view belongs to: the store's executor
///   protects the view's state.
final class OptionalCore<
  ParentState,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  State,
  Action: Sendable
>: StateCore<State, Action>, Gate, @unchecked Sendable {
  private let parent: StateCore<ParentState, ParentAction>
  private let access: OptionalLens<ParentState, Key, State>
  private let key: Key
  private let embed: @Sendable (Action) -> ParentAction
  private let node: ScopedNode<State>
  /// The view's place in the cache; nil if the view was created with a function, because functions aren't
  /// comparable.
  private let place: ScopePlace?
  /// The state that was last read. Finding the value for a scoped store also counts as reading the value.
  var lastRead: State

  /// Creates the view of a value that ``OptionalLens/find(_:of:)`` has found.
  init(
    parent: StateCore<ParentState, ParentAction>,
    access: OptionalLens<ParentState, Key, State>,
    key: Key,
    found: (state: State, node: ScopedNode<State>),
    embed: @escaping @Sendable (Action) -> ParentAction,
    place: ScopePlace?
  ) {
    self.parent = parent
    self.access = access
    self.key = key
    self.embed = embed
    self.place = place
    self.node = found.node
    self.lastRead = found.state
    super.init(runtime: parent.runtime)
    runtime.scopedStoreCame()
  }

  override var isAlive: Bool { parent.isAlive && node.isAlive }
  override func whenGone(_ body: @escaping () -> Void) { node.whenGone(body) }

  override var requestsToTheState: ScopedRequests? { requests }
  private lazy var requests: ScopedRequests = {
    let requests = ScopedRequests()
    whenGone { requests.end() }
    return requests
  }()

  override var parts: ScopedParts<State> { node.parts }

  override func send(_ action: Action) -> StoreTask {
    // An action that was enqueued earlier may remove the state.
    runtime.enter { isAlive ? parent.send(embed(action)) : .refused(because: .stateGone) }
  }

  override func answer(_ task: StoreTask, to action: Action, at location: CallSite) -> StoreTask {
    if admits(action, at: location) { return parent.answer(task, to: embed(action), at: location) }
    return .refused(because: .stateGone)
  }

  override var closed: StoreError? { parent.closed ?? (isAlive ? nil : .stateGone) }

  override func submit(_ action: Action, from source: ActionSource) -> StoreTask {
    parent.submit(embed(action), from: source)
  }

  override func enqueue(
    _ action: Action,
    gate: MailGate?,
    in context: ActionContext?,
    at location: CallSite
  ) throws(StoreError) {
    let gate = gate ?? MailGate(gate: self, location: location)
    try parent.enqueue(embed(action), gate: gate, in: context, at: location)
  }

  func admits(_ action: any Sendable, at location: CallSite) -> Bool {
    if isAlive { return true }
    reportIssue(
      """
      The action \(runtime.text(of: action)) was sent to a scoped store whose state is gone, and was not reduced.

      The likely causes: the state was set to nil or replaced before the action arrived, or the scoped store was kept longer \
      than its state. Scope a new store from the parent, or check `isAlive` first.
      """,
      at: location
    )
    return false
  }

  override func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isAlive { parent.read { access.visit($0, key) { current, _ in lastRead = current } } }
    return try body(lastRead)
  }
}

extension OptionalLens {
  /// Finds the part in a store's state, with the node that all scoped stores on the part share; nil if there
  /// is no part.
  func find(
    _ key: Key,
    of parent: StateCore<State, some Sendable>
  ) -> (state: Child, node: ScopedNode<Child>)? {
    guard parent.isAlive else { return nil }
    var found: (state: Child, generation: UInt64)?
    parent.read { visit($0, key) { found = ($0, $1) } }
    guard let (state, generation) = found else { return nil }
    let group = parent.parts.group(of: path) { ScopedChildren(self) }
    return (state, group.node(key, state, generation: generation))
  }
}
