/// An operator that embeds features with declared effects.
final class ChildSubscription<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>:
  Subscription<Parent, ParentAction>
{
  typealias Operator = ChildOperator<Parent, ParentAction, Key, Child, ChildAction>

  fileprivate let operatorOfChild: Operator

  init(_ child: Operator) {
    operatorOfChild = child
  }

  override var child: OperatorPosition? { operatorOfChild.position }

  override func recordFollowed() { operatorOfChild.isFollowed = true }

  override func search(_ search: SubscriptionSearch) -> SubscriptionSearch.Outcome {
    operatorOfChild.searchSubscriptions(search.inside(positions(within: [])))
  }

  override func isNeeded(in state: inout Parent, _ positions: [DependencyPosition]) -> Bool {
    // An operator with elements has a table that tracks which elements have changed.
    guard let only = operatorOfChild.only else { return true }
    if operatorOfChild.declaresNothing { return false }
    var isNeeded = false
    _ = operatorOfChild.access.modify(&state, only) { [operatorOfChild] child, _ in
      // The check stops at the next child with a lifetime, because that child checks its own children.
      isNeeded =
        operatorOfChild.hasLifetime
        || operatorOfChild.isNeeded(in: &child, self.positions(within: positions))
    }
    return isNeeded
  }

  /// Returns the positions with dependencies that apply to the child, outermost first.
  ///
  /// - Parameter outer: The positions that apply to the feature.
  fileprivate func positions(within outer: [DependencyPosition]) -> [DependencyPosition] {
    outer + positions.reversed() + (operatorOfChild.dependencies.map { [$0] } ?? [])
  }

  override func part(in feature: DeclaringFeature<Parent, ParentAction>) -> ActiveSubscription<Parent> {
    DeclaringChildren(self, in: feature)
  }
}

/// The existing children of an operator that declare effects.
private final class DeclaringChildren<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>:
  ActiveSubscription<Parent>
{
  typealias Table = ChildTable<Parent, ParentAction, Key, Child, ChildAction>

  private let child: ChildOperator<Parent, ParentAction, Key, Child, ChildAction>
  private unowned let feature: DeclaringFeature<Parent, ParentAction>
  private let positions: [DependencyPosition]
  /// The table of the children. It is found on first use.
  private lazy var table = Table.of(child, in: feature.node)
  /// The cursor in the log of the children's changes; nil until the first update.
  private var token: ChangeToken?
  /// The children that have changed; only while they are checked.
  private var changed: [Key] = []

  init(
    _ subscription: ChildSubscription<Parent, ParentAction, Key, Child, ChildAction>,
    in feature: DeclaringFeature<Parent, ParentAction>
  ) {
    child = subscription.operatorOfChild
    self.feature = feature
    positions = subscription.positions(within: feature.positions)
  }

  override func update(_ state: inout Parent, _ host: any SubscriptionHost) {
    if child.declaresNothing { return }
    guard let keys = child.access.keys else {
      if let only = child.only { update(only, &state, host) }
      return
    }
    var length = 0
    switch child.access.beginReading?(&state, token, true, &length, &changed) ?? .unknown {
    case .nothing: break
    case .these: for key in changed { update(key, &state, host) }
    case .unknown: for key in keys(&state) { update(key, &state, host) }
    }
    token = child.access.endReading?(&state, length, &changed)
  }

  private func update(_ key: Key, _ state: inout Parent, _ host: any SubscriptionHost) {
    // The name is stored before the scope begins, because instruments are notified of the scope with its
    // name.
    child.recordName(in: state)
    _ = child.access.modify(&state, key) { [self] state, generation in
      if child.isNeeded(in: &state, positions) {
        var identity = ScopeIdentity()
        if child.hasLifetime { child.identity.record(of: &state, generation: generation, in: &identity) }
        var node: Table.Node?
        host.changeTree { node = table.attach(key, identity, &$0) }
        guard let node else { return }
        node.declaring(by: ObjectIdentifier(child)) {
          DeclaringFeature(
            child.subscriptions(at: positions),
            owner: ObjectIdentifier(child),
            node: node,
            route: node.route(of: child, within: feature.route, isKept: true),
            positions: positions
          )
        }
        .update(&state, host)
      } else {
        table.node(key)?.endDeclaring(by: ObjectIdentifier(child), host)
      }
    }
  }
}
