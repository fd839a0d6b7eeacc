/// A feature in the feature tree with running effects in it or below it.
///
/// Unlike the engine, feature nodes have the types of their states. After each action, the nodes find the
/// states that were removed. A node is created when work begins to run. If an operator has only one child,
/// the child's node is kept for reuse. All nodes belong to the store's executor.
///
/// Code that runs in every turn avoids arrays, dictionaries and casts with types that depend on a state's
/// type, because Swift looks up the metadata of such types each time.
class AnyFeatureNode {
  /// The scope of the effects of this feature.
  var scope: ScopeID
  /// The parent node; nil for the root.
  private(set) unowned var parent: AnyFeatureNode?
  /// The type of the state.
  let state: ObjectIdentifier
  /// Whether the feature stays open when no work is running in it, because it declares effects.
  fileprivate(set) final var isDeclaring = false
  /// Whether a table checks the node.
  final var isAttached = false

  fileprivate init(scope: ScopeID, parent: AnyFeatureNode?, state: ObjectIdentifier) {
    self.scope = scope
    self.parent = parent
    self.state = state
  }

  /// The action of `dismiss()` at this node.
  var dismissal: DismissalTarget { .impossible(nil) }

  /// The operators of the parts without a lifetime between the nearest scope and this node.
  var parts: [OperatorPosition] { [] }

  /// Releases the feature's subscriptions, so that the feature no longer stays open.
  func stopDeclaring() {}

  /// Makes the parent stop checking this node, because no work is running in it.
  func detach() {}

  /// Returns this node as a node with a given type of state; nil if its state has another type. A cast would
  /// look up the metadata of `FeatureNode`.
  final func of<State>(_ state: State.Type) -> FeatureNode<State>? {
    // Only a `FeatureNode<State>` has this type of state. The cast is checked in debug builds.
    self.state == ObjectIdentifier(state) ? unsafeDowncast(self, to: FeatureNode<State>.self) : nil
  }
}

/// A feature node with the type of its state.
class FeatureNode<State>: AnyFeatureNode {
  /// The first table in the list of tables, in the order of addition. There is a table for each operator
  /// below which work is running or has run.
  private var firstTable: AnyChildTable<State>?
  /// The first feature in the list of features in this state that declare something.
  private var firstDeclaring: AnyDeclaringFeature<State>?

  init(scope: ScopeID, parent: AnyFeatureNode?) {
    super.init(scope: scope, parent: parent, state: ObjectIdentifier(State.self))
  }

  /// Changes the state in place. Does nothing if the state doesn't exist.
  func reach(_ body: (inout State) -> Void) {
    preconditionFailure("A feature node doesn't implement `reach`.")
  }

  /// Whether no work is running below the node and no feature in this state declares effects.
  final var isEmpty: Bool { firstDeclaring == nil && firstTable { !$0.isIdle } == nil }

  /// Ends the scopes below this node whose state was removed.
  final func reconcile(_ state: inout State, _ tree: inout FeatureTree) {
    forEachTable { if $0.mustReconcile { $0.reconcile(&state, &tree) } }
  }

  /// Ends all scopes below this node.
  final func end(_ tree: inout FeatureTree) {
    forEachTable { $0.end(&tree) }
    var next = firstDeclaring
    firstDeclaring = nil
    isDeclaring = false
    while let feature = next {
      tree.add(gone: feature)
      next = feature.next
    }
    tree.keepForGone(self)
  }

  override func stopDeclaring() {
    firstDeclaring = nil
    isDeclaring = false
  }

  /// Returns the feature with subscriptions that an operator embeds in this state.
  ///
  /// - Parameters:
  ///   - owner: The operator; nil at the root.
  ///   - make: Creates the feature if it doesn't exist yet.
  final func declaring(
    by owner: ObjectIdentifier?,
    _ make: () -> AnyDeclaringFeature<State>
  ) -> AnyDeclaringFeature<State> {
    var next = firstDeclaring
    while let feature = next, feature.owner != owner { next = feature.next }
    if let found = next { return found }
    let made = make()
    made.next = firstDeclaring
    firstDeclaring = made
    isDeclaring = true
    return made
  }

  /// Ends the effects that a feature in this state has declared, if there are any. The feature can declare
  /// effects again later.
  final func endDeclaring(by owner: ObjectIdentifier, _ host: any SubscriptionHost) {
    var previous: AnyDeclaringFeature<State>?
    var next = firstDeclaring
    while let feature = next, feature.owner != owner { (previous, next) = (feature, feature.next) }
    guard let found = next else { return }
    if let previous { previous.next = found.next } else { firstDeclaring = found.next }
    isDeclaring = firstDeclaring != nil
    found.end(host)
    if !isDeclaring { host.changeTree { $0.engine.recordIdleness(of: scope) } }
  }

  /// Returns the table of an operator; nil if the operator has no table.
  ///
  /// - Parameters:
  ///   - position: The position of the operator.
  ///   - type: The type of the table.
  final func table(at position: OperatorPosition, _ type: ObjectIdentifier) -> AnyChildTable<State>? {
    firstTable { $0.position == position && ObjectIdentifier(Swift.type(of: $0)) == type }
  }

  /// Adds the table of an operator.
  final func add(_ table: AnyChildTable<State>) {
    guard var last = firstTable else { return firstTable = table }
    while let next = last.next { last = next }
    last.next = table
  }

  /// Records that no work is running below an operator any more.
  func tableBecameIdle() {}

  private func firstTable(where isWanted: (AnyChildTable<State>) -> Bool) -> AnyChildTable<State>? {
    var next = firstTable
    while let table = next, !isWanted(table) { next = table.next }
    return next
  }

  private func forEachTable(_ body: (AnyChildTable<State>) -> Void) {
    _ = firstTable { table in
      body(table)
      return false
    }
  }
}
