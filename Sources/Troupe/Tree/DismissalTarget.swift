/// What `dismiss()` does at a feature node.
enum DismissalTarget {
  /// It is a matter of the nodes further up; nil at the root.
  case impossible(DismissalObstacle?)
  /// It sends the store an action.
  case action(any ErasedDelivery)
  /// It takes the state out of the parent's.
  case removal(() -> Void)
}
