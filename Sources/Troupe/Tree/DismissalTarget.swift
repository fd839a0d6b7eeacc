/// What `dismiss()` does at a feature node.
enum DismissalTarget {
  /// It is a matter of the nodes further up.
  case impossible
  /// It sends the store an action.
  case action(any ErasedDelivery)
  /// It takes the state out of the parent's.
  case removal(() -> Void)
}
