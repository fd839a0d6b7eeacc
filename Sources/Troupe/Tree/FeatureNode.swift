/// A feature in the tree of features in which something runs, or below which something runs.
///
/// Unlike the engine, feature nodes know the types of their states. After each action they find the states
/// that have gone. They are made when something begins to run. If an operator has only one child, its node is
/// kept for the next use. All of this belongs to the executor of the store.
///
/// The code of every turn avoids arrays, dictionaries and casts of types that depend on the type of a state:
/// Swift looks up the metadata of such types each time.
class AnyFeatureNode {
  /// The scope that the effects here belong to.
  var scope: ScopeID
  /// The node that this one is part of; nil for the root.
  private(set) unowned var parent: AnyFeatureNode?
  /// The type of the state.
  let state: ObjectIdentifier
  /// Whether the feature stays open while nothing runs in it, because it declares effects.
  fileprivate(set) final var isDeclaring = false

  fileprivate init(scope: ScopeID, parent: AnyFeatureNode?, state: ObjectIdentifier) {
    self.scope = scope
    self.parent = parent
    self.state = state
  }

  /// The action of `dismiss()` at this node.
  var dismissal: DismissalTarget { .impossible(nil) }

  /// The operators of the parts without a lifetime between the nearest scope and this node.
  var parts: [OperatorPosition] { [] }

  /// Forgets what is declared here, so that the feature doesn't stay open any more.
  func stopDeclaring() {}

  /// Makes the parent stop looking at this node, because nothing runs here.
  func detach() {}

  /// Returns this node as a node of a type of state; nil if it has another type. A cast would look up the
  /// metadata of `FeatureNode`.
  final func of<State>(_ state: State.Type) -> FeatureNode<State>? {
    // Only a `FeatureNode<State>` has this type of state. The cast is checked in debug builds.
    self.state == ObjectIdentifier(state) ? unsafeDowncast(self, to: FeatureNode<State>.self) : nil
  }
}

/// A feature node that knows the type of its state.
class FeatureNode<State>: AnyFeatureNode {
  /// The first of the tables of the operators below which something runs or has run, in order of addition.
  private var firstTable: AnyChildTable<State>?
  /// The first of the features in this state that declare something.
  private var firstDeclaring: AnyDeclaringFeature<State>?

  init(scope: ScopeID, parent: AnyFeatureNode?) {
    super.init(scope: scope, parent: parent, state: ObjectIdentifier(State.self))
  }

  /// Changes the state in place; nothing happens when it isn't there.
  func reach(_ body: (inout State) -> Void) {
    preconditionFailure("A node has to know where its state is.")
  }

  /// Whether nothing runs below.
  final var isEmpty: Bool { firstDeclaring == nil && firstTable { !$0.isIdle } == nil }

  /// Ends the scopes below whose state has gone.
  final func reconcile(_ state: inout State, _ tree: inout FeatureTree) {
    forEachTable { if $0.mustReconcile { $0.reconcile(&state, &tree) } }
  }

  /// Ends all scopes below.
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

  /// Returns the feature in this state that an operator embeds and that declares something.
  ///
  /// - Parameters:
  ///   - owner: The operator; nil at the root.
  ///   - make: Makes the feature if there is none yet.
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

  /// Ends what a feature in this state has declared, if there is one. It may declare something again later.
  final func endDeclaring(by owner: ObjectIdentifier, _ runtime: Runtime) {
    var previous: AnyDeclaringFeature<State>?
    var next = firstDeclaring
    while let feature = next, feature.owner != owner { (previous, next) = (feature, feature.next) }
    guard let found = next else { return }
    if let previous { previous.next = found.next } else { firstDeclaring = found.next }
    isDeclaring = firstDeclaring != nil
    found.end(runtime)
    if !isDeclaring { runtime.engine.recordIdleness(of: scope) }
  }

  /// Returns the table of an operator; nil if there is none.
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

  /// Records that nothing runs below an operator any more.
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
