/// The action of `dismiss()` at a feature node.
enum DismissalTarget {
  /// The node can't dismiss this feature, so the search continues with the node's parent. The obstacle is nil
  /// at the root.
  case impossible(DismissalObstacle?)
  /// The call sends an action to the store.
  case action(any AnyQueuedAction)
  /// The call removes the state from the parent's state.
  case removal(() -> Void)
}
