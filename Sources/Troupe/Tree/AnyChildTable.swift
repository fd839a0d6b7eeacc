/// The nodes of the children of one operator below a feature, without the children's types.
class AnyChildTable<State> {
  let position: OperatorPosition
  unowned let parent: FeatureNode<State>
  /// The next table at the same node.
  final var next: AnyChildTable<State>?

  init(position: OperatorPosition, parent: FeatureNode<State>) {
    self.position = position
    self.parent = parent
  }

  /// Whether no work is running in the children.
  var isIdle: Bool { true }
  /// Whether the table must check the state after a turn.
  var mustReconcile: Bool { false }
  /// Ends the scopes whose state was removed.
  func reconcile(_ state: inout State, _ tree: inout FeatureTree) {}
  /// Ends all scopes of the table.
  func end(_ tree: inout FeatureTree) {}
}
