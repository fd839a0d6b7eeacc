/// An operator that embeds features, which may declare effects.
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

  private let reducer: ChildReducer<Child, ChildAction>
  private let make: () -> (child: Operator, reduction: Embedding<Parent, ParentAction>.Reduction)
  /// The operator, and the function that reduces the parent's actions with it. The operator is created for
  /// the first action of the parent, or for the children's declared effects.
  private(set) lazy var made = make()

  init(
    _ reducer: ChildReducer<Child, ChildAction>,
    _ make: @escaping () -> (child: Operator, reduction: Embedding<Parent, ParentAction>.Reduction)
  ) {
    self.reducer = reducer
    self.make = make
  }

  fileprivate var operatorOfChild: Operator { made.child }

  override var child: OperatorPosition? { reducer.position }

  override func recordFollowed() { reducer.isFollowed = true }

  override func search(_ search: SubscriptionSearch) -> SubscriptionSearch.Outcome {
    reducer.searchSubscriptions(search.inside(positions(within: [])))
  }

  override func isNeeded(in state: inout Parent, _ positions: [DependencyPosition]) -> Bool {
    // An operator with elements has a table that tracks which elements have changed.
    guard let only = operatorOfChild.only else { return true }
    if reducer.declaresNothing { return false }
    var isNeeded = false
    _ = operatorOfChild.access.modify(&state, only) { [operatorOfChild, reducer] child, _ in
      // The check stops at the next child with a lifetime, because that child checks its own children.
      isNeeded =
        operatorOfChild.hasLifetime
        || reducer.isNeeded(in: &child, self.positions(within: positions))
    }
    return isNeeded
  }

  /// Returns the positions with dependencies that apply to the child, outermost first.
  ///
  /// - Parameter outer: The positions that apply to the feature.
  fileprivate func positions(within outer: [DependencyPosition]) -> [DependencyPosition] {
    outer + positions.reversed() + (reducer.dependencies.map { [$0] } ?? [])
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
  private lazy var table = child.table(in: feature.node)
  /// The cursor in the log of the children's changes; nil until the first update.
  private var token: ChangeToken?
  /// The children that have changed; only while they are checked.
  private var changed: [Key] = []
  /// The shared values that were read to find the children of a collection and to check them.
  private var watches: ChildWatches<Key>?

  init(
    _ subscription: ChildSubscription<Parent, ParentAction, Key, Child, ChildAction>,
    in feature: DeclaringFeature<Parent, ParentAction>
  ) {
    child = subscription.operatorOfChild
    self.feature = feature
    positions = subscription.positions(within: feature.positions)
  }

  override func update(_ state: inout Parent, _ host: any SubscriptionHost) {
    if child.reducer.declaresNothing { return }
    guard let keys = child.access.keys else {
      if let only = child.only { update(only, &state, host) }
      return
    }
    var length = 0
    let changes = child.access.beginReading?(&state, token, true, &length, &changed) ?? .unknown
    if let sharing = host.sharing {
      update(sharing.evaluatesAll ? .unknown : changes, keys, &state, host, sharing)
    } else {
      update(changes, keys, &state, host)
    }
    token = child.access.endReading?(&state, length, &changed)
  }

  private func update(
    _ changes: Changes,
    _ keys: (inout Parent) -> [Key],
    _ state: inout Parent,
    _ host: any SubscriptionHost
  ) {
    switch changes {
    case .nothing: break
    case .these: for key in changed { update(key, &state, host) }
    case .unknown: for key in keys(&state) { update(key, &state, host) }
    }
  }

  /// Checks the children of a collection, in a store that may read shared values.
  ///
  /// A child that isn't checked keeps what was read for it. What its feature's subscriptions read belongs to
  /// the feature.
  private func update(
    _ changes: Changes,
    _ keys: (inout Parent) -> [Key],
    _ state: inout Parent,
    _ host: any SubscriptionHost,
    _ sharing: StoreSharing
  ) {
    switch changes {
    case .nothing: break
    case .these:
      for key in changed { watch(sharing.collect { update(key, &state, host) }, for: key) }
    case .unknown:
      let former = watches
      watches = nil
      var all: [Key] = []
      if let list = sharing.collect({ all = keys(&state) }) { watches = ChildWatches(list: list) }
      for key in all { watch(sharing.collect { update(key, &state, host) }, for: key) }
      _ = former
    }
  }

  /// Keeps what was read to check a child; nil if nothing was read.
  private func watch(_ read: SharedWatches?, for key: Key) {
    if read == nil, watches == nil { return }
    let watches = watches ?? ChildWatches<Key>(list: nil)
    watches.children[key] = read
    self.watches = watches.isEmpty ? nil : watches
  }

  private func update(_ key: Key, _ state: inout Parent, _ host: any SubscriptionHost) {
    // The name is stored before the scope begins, because instruments are notified of the scope with its
    // name.
    child.recordName(in: state)
    _ = child.access.modify(&state, key) { [self] state, generation in
      if child.reducer.isNeeded(in: &state, positions) {
        var identity = ScopeIdentity()
        if child.hasLifetime { child.identity.record(of: &state, generation: generation, in: &identity) }
        var node: Table.Node?
        host.changeTree { node = table.attach(key, identity, &$0) }
        guard let node else { return }
        node.declaring(by: ObjectIdentifier(child)) {
          DeclaringFeature(
            child.reducer.subscriptions(at: positions),
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

  override func end(_ host: any SubscriptionHost) {
    watches = nil
  }
}

/// The shared values that were read for the children of a collection, apart from those that the children's
/// features have read.
private final class ChildWatches<Key: Hashable> {
  /// What was read to find the children; nil for nothing.
  let list: SharedWatches?
  /// What was read to check a child, if anything was.
  var children: [Key: SharedWatches] = [:]

  init(list: SharedWatches?) { self.list = list }

  var isEmpty: Bool { list == nil && children.isEmpty }
}
