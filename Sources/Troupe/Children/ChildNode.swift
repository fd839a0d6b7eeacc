/// The node of a child that an operator embeds.
final class ChildNode<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>:
  FeatureNode<Child>
{
  typealias Operator = ChildOperator<Parent, ParentAction, Key, Child, ChildAction>

  let key: Key
  /// The child's identity. Overlapping access isn't checked: the identity is read for each child with effects
  /// in each turn, and only its table accesses it.
  @exclusivity(unchecked) var identity = ScopeIdentity()
  /// Whether the key is also the id by which the child is identified.
  private(set) var isKeyed = false
  /// The last route of the child's actions, with the operator and the outer route from which it was created.
  private var known: (child: Operator, outer: ActionRoute<ParentAction>?, route: ActionRoute<ChildAction>)?
  /// Whether the route is kept for reuse when no work is running in the node.
  private var keepsRoute = true
  private unowned let table: ChildTable<Parent, ParentAction, Key, Child, ChildAction>

  init(
    table: ChildTable<Parent, ParentAction, Key, Child, ChildAction>,
    key: Key
  ) {
    self.table = table
    self.key = key
    super.init(scope: table.parent.scope, parent: table.parent)
  }

  /// Records that the table checks the node from now on.
  func wasAttached(_ identity: ScopeIdentity, _ scope: ScopeID) {
    self.identity = identity
    // The keys of one property can be ids in one turn and not in the next: a value of an identified array
    // determines how the array reads its keys.
    isKeyed = !child.isSingle && identity.id == StateID(value: key)
    self.scope = scope
    isAttached = true
  }

  /// Records that the table no longer checks the node.
  func wasDetached() {
    // The identity is cleared, because it may contain a user's id.
    identity = ScopeIdentity()
    if !keepsRoute { known = nil }
    isAttached = false
  }

  private var child: Operator { table.child }

  /// Returns the route of the child's actions, given the operator that embeds these actions in the parent's
  /// actions.
  ///
  /// - Parameters:
  ///   - child: The operator.
  ///   - outer: The route of the parent's actions; nil if the parent's actions are the store's actions.
  ///   - isKept: Whether the route can be reused, because it contains no value that user code created for
  ///     this use.
  func route(
    of child: Operator,
    within outer: ActionRoute<ParentAction>?,
    isKept: Bool
  ) -> ActionRoute<ChildAction> {
    keepsRoute = isKept
    if let known, known.child === child, known.outer === outer { return known.route }
    let route = child.route(key, within: outer)
    known = (child, outer, route)
    return route
  }

  override var dismissal: DismissalTarget {
    switch child.dismissal {
    case .impossible(let kind): .impossible(child.obstacle(kind))
    case .action(let action): .action(queuedAction(of: action(key), on: known?.outer))
    case .removal: .removal { [self] in table.parent.reach { [self] in child.access.remove?(&$0, key) } }
    }
  }

  override var parts: [OperatorPosition] { child.hasLifetime ? [] : table.parent.parts + [child.position] }

  override func reach(_ body: (inout Child) -> Void) {
    table.parent.reach { parent in _ = child.access.modify(&parent, key) { state, _ in body(&state) } }
  }

  override func tableBecameIdle() {
    if !child.hasLifetime, isEmpty { detach() }
  }

  override func detach() {
    table.detach(self)
  }
}
