// A child that makes its own state anew, in its own reducer, stays the child that it is, though the state has
// another number then. Who replaced a state can't be told by looking at it afterwards, so the operator that
// runs the child's reducer takes note. That counts until the action is over, when all who know the child by
// the old number have looked.

/// A state by its type and the number of its ``StateIdentity``. A state that is an enum has the number of its
/// payload.
struct NumberedState: Hashable {
  let type: ObjectIdentifier
  let number: UInt64
}

extension Runtime {
  /// Takes note that a child has given its own state another number.
  ///
  /// - Parameters:
  ///   - old: The number that it had.
  ///   - new: The one that it has now.
  ///   - type: The type of the state.
  final func follow(_ old: UInt64, _ new: UInt64, of type: ObjectIdentifier) {
    // Nothing follows the newest, so that one who goes from number to number comes to an end.
    successors[NumberedState(type: type, number: new)] = nil
    successors[NumberedState(type: type, number: old)] = new
  }

  /// Whether a state is of the same child as one before, whose identity is then that of the state.
  final func isSame(_ known: inout ScopeIdentity, _ identity: ScopeIdentity, of type: ObjectIdentifier)
    -> Bool
  {
    if known == identity { return true }
    if successors.isEmpty { return false }
    var current = known
    while let next = successors[NumberedState(type: type, number: current.number)] { current.number = next }
    guard current == identity else { return false }
    known = current
    return true
  }

  final func forgetSuccessors() {
    if !successors.isEmpty { successors = [:] }
  }
}
