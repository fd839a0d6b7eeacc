/// A view of a part of another store's state that always exists and is read by a function.
///
/// - Note: `@unchecked Sendable`, like the ``Runtime`` that the view belongs to: the store's executor
///   protects the view's group. `FunctionScopingTests` under the thread sanitizer would detect an access
///   outside this executor.
final class FunctionCore<ParentState, ParentAction: Sendable, State, Action: Sendable>:
  PermanentCore<ParentState, ParentAction, State, Action>, @unchecked Sendable
{
  private let get: @Sendable (ParentState) -> State
  // Functions aren't comparable, so each view has a separate group.
  private let group: ScopedMember<ParentState, State>

  init(
    parent: StateCore<ParentState, ParentAction>,
    get: @escaping @Sendable (ParentState) -> State,
    embed: @escaping @Sendable (Action) -> ParentAction
  ) {
    self.get = get
    self.group = ScopedMember(reading: get)
    super.init(parent: parent, embed: embed)
  }

  override var parts: ScopedParts<State> {
    parent.parts.add(group)
    return group.parts
  }

  override func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try parent.read { (state) throws(Failure) in try body(get(state)) }
  }
}
