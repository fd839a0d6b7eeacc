/// A feature in the tree of features that has, or has below it, something that runs.
///
/// Feature nodes know the types of their states, which the engine doesn't: they tell after each action whose
/// state has gone. They are made when something begins to run. The node of a child that is the only one of
/// its operator is kept for the next time. All of it belongs to the executor of the store.
///
/// What happens in every turn does without arrays, dictionaries and casts of types that depend on a state's:
/// Swift looks the metadata of such types up each time.
class AnyFeatureNode {
  /// The scope that the effects here belong to.
  var scope: ScopeID
  /// The node that this one is part of; nil for the root.
  private(set) unowned var parent: AnyFeatureNode?
  /// The type of the state.
  let state: ObjectIdentifier

  fileprivate init(scope: ScopeID, parent: AnyFeatureNode?, state: ObjectIdentifier) {
    self.scope = scope
    self.parent = parent
    self.state = state
  }

  /// What `dismiss()` does here.
  var dismissal: DismissalTarget { .impossible(nil) }

  /// Has the parent look at this node no more: nothing runs here.
  func detach() {}

  /// This node as one of a type of state; nil when it is another's. A cast would look up the metadata of
  /// `FeatureNode`.
  final func of<State>(_ state: State.Type) -> FeatureNode<State>? {
    // Only a `FeatureNode<State>` says that it is of this state; it is checked in debug builds.
    self.state == ObjectIdentifier(state) ? unsafeDowncast(self, to: FeatureNode<State>.self) : nil
  }
}

/// A node with its state.
class FeatureNode<State>: AnyFeatureNode {
  /// The tables of the operators below which something runs, or has run, in the order in which they came.
  private var firstTable: AnyChildTable<State>?

  init(scope: ScopeID, parent: AnyFeatureNode?) {
    super.init(scope: scope, parent: parent, state: ObjectIdentifier(State.self))
  }

  /// Changes the state in place; nothing happens when it isn't there.
  func reach(_ body: (inout State) -> Void) {
    preconditionFailure("A node has to know where its state is.")
  }

  /// Whether nothing runs below.
  final var isEmpty: Bool { firstTable { !$0.isIdle } == nil }

  /// Ends the scopes below whose state has gone.
  final func reconcile(_ state: inout State, _ runtime: Runtime) {
    forEachTable { if !$0.isIdle { $0.reconcile(&state, runtime) } }
  }

  /// Ends all scopes below.
  final func end(_ runtime: Runtime) {
    forEachTable { $0.end(runtime) }
  }

  /// The table of an operator that is there.
  ///
  /// - Parameters:
  ///   - position: Where the operator stands.
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

  /// Takes note that nothing runs below an operator any more.
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
