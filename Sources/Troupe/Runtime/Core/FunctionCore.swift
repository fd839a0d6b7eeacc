/// A view of a part of another store's state that always exists and is read by a function.
///
/// - Note: `@unchecked Sendable`, like the ``Runtime`` that the view belongs to: the store's executor
///   protects the view's group. `FunctionScopingTests` under the thread sanitizer would detect an access
///   outside this executor.
final class FunctionCore<Parent: StoreCoreProtocol, State, Action: Sendable>: PermanentScope,
  @unchecked Sendable
{
  let parent: Parent
  let embed: @Sendable (Action) -> Parent.Action
  private let get: @Sendable (Parent.State) -> State
  // Functions aren't comparable, so each view has a separate group.
  private let group: ScopedMember<Parent.State, State>

  init(
    parent: Parent,
    get: @escaping @Sendable (Parent.State) -> State,
    embed: @escaping @Sendable (Action) -> Parent.Action
  ) {
    self.parent = parent
    self.get = get
    self.embed = embed
    self.group = ScopedMember(reading: get)
  }

  var parts: ScopedParts<State> {
    parent.parts.add(group)
    return group.parts
  }

  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try parent.read { (state) throws(Failure) in try body(get(state)) }
  }
}
