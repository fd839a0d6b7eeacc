/// An operator that embeds children in a parent, as a store runs it.
final class ChildOperator<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
> {
  enum Dismissal {
    case impossible
    case action((Key) -> ParentAction)
    case removal
  }

  let position: Position
  let access: ChildAccess<Parent, Key, Child>
  /// Whether the children have scopes of their own.
  let hasLifetime: Bool
  let dismissal: Dismissal
  let identity: IdentityReader<Child>
  private let embed: @Sendable (Key, ChildAction) -> ParentAction
  private let resolve: () -> _ResolvedReducer<Child, ChildAction>
  /// Tells what can be dismissed so; nil where it is as further out.
  private let dependencies: DependencyPosition?
  /// Resolved when it is needed first, so that a feature may contain itself.
  private lazy var reduce = resolve().reduce

  init(
    _ reducer: some Reducer<Child, ChildAction>,
    position: Position,
    access: ChildAccess<Parent, Key, Child>,
    hasLifetime: Bool = true,
    dismissal: Dismissal = .impossible,
    embed: @escaping @Sendable (Key, ChildAction) -> ParentAction
  ) {
    self.position = position
    self.access = access
    self.hasLifetime = hasLifetime
    self.dismissal = dismissal
    self.identity = IdentityReader()
    self.embed = embed
    resolve = { reducer._resolve() }
    dependencies =
      if case .impossible = dismissal {
        nil
      } else {
        DependencyPosition { if !$0.isPresented { $0.isPresented = true } }
      }
  }

  /// Runs the child's reducer; nil when the child isn't there.
  func reduce(_ state: inout Parent, _ key: Key, _ action: ChildAction) -> Effect<ParentAction>? {
    var effect = Effect<ChildAction>.none
    var identity: ScopeIdentity?
    let isThere = access.modify(&state, key) { child, generation in
      // Taken first: a child may change its own.
      if hasLifetime { identity = self.identity(child, generation: generation) }
      effect = dependencies.map { $0.run { reduce(&child, action) } } ?? reduce(&child, action)
    }
    guard isThere else { return nil }
    guard let program = effect.program else { return Effect.none }
    return Effect(.lifted(ChildLift(child: self, key: key, identity: identity ?? ScopeIdentity(), program)))
  }

  /// Runs the child's reducer and then the parent's; the parent's alone, with an issue, when the child isn't there.
  func reduce(
    _ state: inout Parent,
    _ key: Key,
    _ childAction: ChildAction,
    of action: ParentAction,
    orReport missing: @autoclosure () -> MissingChild,
    then base: Embedding<Parent, ParentAction>.Base
  ) -> Effect<ParentAction> {
    guard let effect = reduce(&state, key, childAction) else {
      report(missing(), action)
      return base(&state, action)
    }
    return effect.merge(with: base(&state, action))
  }

  /// Reports that a child wasn't there for which an action came.
  func report(_ missing: MissingChild, _ action: ParentAction) {
    reportIssue(
      missing.message(ActionValue(action), state: Parent.self, child: Child.self),
      at: position.location
    )
  }

  /// The identity of a child that is there.
  func identity(in state: inout Parent, _ key: Key) -> ScopeIdentity? {
    var identity: ScopeIdentity?
    _ = access.modify(&state, key) { child, generation in
      identity = self.identity(child, generation: generation)
    }
    return identity
  }

  /// Makes what the child sends into what the parent sends.
  func embedding(_ key: Key) -> any LeafMap {
    ActionMap<ChildAction, ParentAction> { [embed] in embed(key, $0) }
  }

  /// The step to a child in the path of its scope.
  func component(_ key: Key) -> ScopePath.Component {
    ScopePath.Component(ChildName(position: position, key: key))
  }
}

/// A step of a scope's path as it is shown.
private struct ChildName<Key: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  let position: Position
  let key: Key

  var description: String { key is OnlyChild ? "\(position)" : "\(position)[\(key)]" }
}
