/// The nodes of the children of one operator, below a feature, without the type of the children.
class AnyChildTable<State> {
  let position: OperatorPosition
  unowned let parent: FeatureNode<State>
  /// The next table at the same node.
  final var next: AnyChildTable<State>?

  init(position: OperatorPosition, parent: FeatureNode<State>) {
    self.position = position
    self.parent = parent
  }

  /// Whether nothing runs in its children.
  var isIdle: Bool { true }
  /// Whether it has to look at the state after a turn.
  var mustReconcile: Bool { false }
  /// Ends the scopes whose state has gone.
  func reconcile(_ state: inout State, _ tree: inout FeatureTree) {}
  /// Ends all of its scopes.
  func end(_ tree: inout FeatureTree) {}
}
