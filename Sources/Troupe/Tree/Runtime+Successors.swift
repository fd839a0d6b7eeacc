// A child that makes its own state anew in its own reducer stays the same child, although the number of the
// state changes. The state alone doesn't show afterwards who replaced it. The operator that runs the child's
// reducer therefore records the new number. The record is valid until the action is over. By then, everything
// that knows the child by the old number has looked at the state.

/// The type of a state and the number of its ``StateIdentity``. An enum state has the number of its payload.
struct NumberedState: Hashable {
  let type: ObjectIdentifier
  let number: UInt64
}

extension Runtime {
  /// Records that a child has given its own state another number.
  ///
  /// - Parameters:
  ///   - old: The old number.
  ///   - new: The new number.
  ///   - type: The type of the state.
  func follow(_ old: UInt64, _ new: UInt64, of type: ObjectIdentifier) {
    // The newest number has no successor, so that following the successors ends.
    successors[NumberedState(type: type, number: new)] = nil
    successors[NumberedState(type: type, number: old)] = new
  }

  /// Returns whether a state belongs to a known child. If so, updates the child's identity to the state's.
  func isSame(_ known: inout ScopeIdentity, _ identity: ScopeIdentity, of type: ObjectIdentifier)
    -> Bool
  {
    if known == identity { return true }
    guard let successors = activity?.pointee.successors, !successors.isEmpty else { return false }
    var current = known
    while let next = successors[NumberedState(type: type, number: current.number)] { current.number = next }
    guard current == identity else { return false }
    known = current
    return true
  }

  func forgetSuccessors() {
    if let activity, !activity.pointee.successors.isEmpty { activity.pointee.successors = [:] }
  }
}
