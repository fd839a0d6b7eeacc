/// The nodes of the children of one operator below one feature.
final class ChildTable<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>:
  AnyChildTable<Parent>
{
  typealias Node = ChildNode<Parent, ParentAction, Key, Child, ChildAction>
  typealias Operator = ChildOperator<Parent, ParentAction, Key, Child, ChildAction>

  /// The operator. If no work is running in the children, the next operator can replace this operator.
  fileprivate(set) var child: Operator
  /// The only node of an operator with a single child; nil until this node is created.
  private var only: Node?
  /// The nodes of operators with several children. The type of the values doesn't depend on the children,
  /// because generic code looks up such a type for each access.
  private var nodes: [Key: AnyFeatureNode] = [:]
  /// The number of nodes in `nodes`. To count them, generic code would look up the type of the dictionary.
  private var nodeCount = 0
  /// The nodes in the order in which they were added, including some nodes that are now detached. Nodes that
  /// end together must end in a fixed order, and the order of a dictionary varies between runs.
  private var order: [AnyFeatureNode] = []
  /// The length of `order` at the table's last check of its nodes.
  private var knownCount = 0
  /// The table's cursor in the log of the children's changes.
  private var token: ChangeToken?
  /// The children that have changed; only while the table looks at them.
  private var changed: [Key] = []

  init(child: Operator, parent: FeatureNode<Parent>) {
    self.child = child
    super.init(position: child.position, parent: parent)
  }

  override var isIdle: Bool {
    if child.isSingle { return only?.isAttached != true }
    return nodeCount == 0
  }

  override var mustReconcile: Bool { !isIdle }

  /// Returns the node of a child and attaches it if needed; nil if no more effects can begin.
  func attach(_ key: Key, _ identity: ScopeIdentity, _ tree: inout FeatureTree) -> Node? {
    if let node = self.node(key) {
      if !child.hasLifetime || tree.isSame(&node.identity, identity, of: node.state) { return node }
      end(node, &tree)
    }
    var scope = parent.scope
    if child.hasLifetime {
      guard let opened = tree.engine.openScope(in: scope, child.component(key, within: parent.parts))
      else { return nil }
      scope = opened
    }
    let node = only ?? Node(table: self, key: key)
    node.wasAttached(identity, scope)
    if child.isSingle {
      only = node
    } else {
      if nodes.updateValue(node, forKey: key) == nil { nodeCount += 1 }
      order.append(node)
    }
    if child.hasLifetime { tree.add(node) }
    return node
  }

  /// Stops checking a node in which no work is running.
  func detach(_ node: Node) {
    guard node.isAttached else { return }
    remove(node)
    if isIdle { becomeIdle() }
  }

  private func becomeIdle() {
    clearOrder()
    parent.tableBecameIdle()
  }

  /// Releases the detached nodes.
  private func clearOrder() {
    if child.isSingle { return }
    order = []
    knownCount = 0
    token = nil
  }

  override func reconcile(_ state: inout Parent, _ tree: inout FeatureTree) {
    let wasIdle = isIdle
    if child.isSingle {
      if let only { look(at: only, &state, &tree) }
    } else {
      lookAtNodes(&state, &tree)
    }
    if !wasIdle, isIdle { becomeIdle() }
  }

  private func lookAtNodes(_ state: inout Parent, _ tree: inout FeatureTree) {
    var length = 0
    switch child.access.beginReading?(&state, token, false, &length, &changed) ?? .unknown {
    case .nothing:
      look(from: knownCount, &state, &tree)
    case .these:
      if nodeCount > 0 {
        for key in changed { if let node = nodes[key] { look(at: own(node), &state, &tree) } }
      }
      look(from: knownCount, &state, &tree)
    case .unknown:
      look(from: 0, &state, &tree)
    }
    token = child.access.endReading?(&state, length, &changed)
    if order.count > 2 * nodeCount + 16 { order.removeAll { !$0.isAttached } }
    knownCount = order.count
  }

  /// Returns the node of a child; nil if the child has no node.
  func node(_ key: Key) -> Node? {
    if child.isSingle { return only?.isAttached == true ? only : nil }
    return nodeCount == 0 ? nil : nodes[key].map(own)
  }

  private func own(_ node: AnyFeatureNode) -> Node {
    // The table contains only its own nodes. The cast is checked in debug builds.
    unsafeDowncast(node, to: Node.self)
  }

  // MARK: Checking nodes

  private func look(from start: Int, _ state: inout Parent, _ tree: inout FeatureTree) {
    for index in start..<order.count where order[index].isAttached {
      look(at: own(order[index]), &state, &tree)
    }
  }

  private func look(at node: Node, _ state: inout Parent, _ tree: inout FeatureTree) {
    var isAlive = false
    _ = child.access.modify(&state, node.key) { [self] state, generation in
      isAlive =
        !child.hasLifetime || node.isKeyed && child.identity.isKeyed(generation)
        || child.identity.isOnlyPresentation(node.identity.generation, generation)
        || tree.isSame(
          &node.identity,
          child.identity.identity(of: &state, generation: generation),
          of: node.state
        )
      if isAlive { node.reconcile(&state, &tree) }
    }
    if !isAlive { end(node, &tree) }
    if !child.hasLifetime, node.isAttached, node.isEmpty { remove(node) }
  }

  private func remove(_ node: Node) {
    if !child.isSingle, nodes.removeValue(forKey: node.key) != nil { nodeCount -= 1 }
    node.wasDetached()
  }

  /// Ends a node and everything below it. The engine records the scopes below a scope and ends these scopes
  /// with the topmost scope.
  private func end(_ node: Node, _ tree: inout FeatureTree) {
    remove(node)
    if child.hasLifetime { tree.end(node) }
    node.end(&tree)
  }

  override func end(_ tree: inout FeatureTree) {
    if let only, only.isAttached { end(only, &tree) }
    for node in order where node.isAttached { end(own(node), &tree) }
    clearOrder()
  }
}

extension ChildOperator {
  // This isn't a method of the table, because a static method needs the metadata of its type.
  /// Returns the operator's table in a node. Creates the table if it doesn't exist.
  func table(in node: FeatureNode<Parent>) -> ChildTable<Parent, ParentAction, Key, Child, ChildAction> {
    guard let found = node.table(at: position, tableType) else {
      let table = ChildTable(child: self, parent: node)
      node.add(table)
      return table
    }
    // The table was found by its type. The cast is checked in debug builds.
    let table = unsafeDowncast(found, to: ChildTable<Parent, ParentAction, Key, Child, ChildAction>.self)
    if table.isIdle { table.child = self }
    return table
  }
}
