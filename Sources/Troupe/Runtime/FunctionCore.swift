/// A view of a part of another store's state that is always there, and that a function reads.
///
/// - Note: `@unchecked Sendable`, like the ``Runtime`` that it belongs to: the executor of the store guards
///   its group. `FunctionScopingTests` under the thread sanitizer would catch a use elsewhere.
final class FunctionCore<Parent: StateAccess, State, Action: Sendable>: StateAccess, @unchecked Sendable {
  private let parent: Parent
  private let get: @Sendable (Parent.State) -> State
  private let embed: @Sendable (Action) -> Parent.Action
  // Two functions can't be compared, so each view has a group of its own.
  private let group: ScopedFunction<Parent.State, State>

  init(
    parent: Parent,
    get: @escaping @Sendable (Parent.State) -> State,
    embed: @escaping @Sendable (Action) -> Parent.Action
  ) {
    self.parent = parent
    self.get = get
    self.embed = embed
    self.group = ScopedFunction(get)
  }

  var runtime: Runtime { parent.runtime }
  var isAlive: Bool { parent.isAlive }
  func whenGone(_ body: @escaping () -> Void) { parent.whenGone(body) }

  var parts: ScopedParts<State> {
    parent.parts.add(group)
    return group.parts
  }

  var closed: StoreClosed? { parent.closed }

  func send(_ action: Action) -> StoreTask { parent.send(embed(action)) }
  func submit(_ action: Action) -> StoreTask { parent.submit(embed(action)) }

  func enqueue(_ action: Action, gate: (any Gate)?) throws(InboxError) {
    try parent.enqueue(embed(action), gate: gate)
  }

  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try parent.read { (state) throws(Failure) in try body(get(state)) }
  }
}

/// The scoped stores below a part that a function reads.
final class ScopedFunction<State, Part>: ScopedGroup<State> {
  let parts = ScopedParts<Part>()
  private let get: (State) -> Part

  init(_ get: @escaping (State) -> Part) {
    self.get = get
    super.init(path: nil)
  }

  override var isEmpty: Bool { parts.isEmpty }

  override func look(_ state: State, _ runtime: Runtime) { parts.look(get(state), runtime) }

  override func end() { parts.end() }
}
