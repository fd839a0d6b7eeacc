/// The action of `dismiss()` at a feature node.
enum DismissalTarget {
  /// It can't dismiss this feature, and continues with the nodes further up. The obstacle is nil at the root.
  case impossible(DismissalObstacle?)
  /// It sends an action to the store.
  case action(any AnyQueuedAction)
  /// It removes the state from the parent's state.
  case removal(() -> Void)
}
