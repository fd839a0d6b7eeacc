/// The new numbers that children assigned to their own states during an action.
///
/// A child that recreates its own state in its own reducer stays the same child, although the number of the
/// state changes. Afterwards, the new state alone doesn't show which reducer replaced the old state. The
/// operator that runs the child's reducer therefore records the new number. The record is valid until the
/// end of the action. At the end of the action, all objects that identify the child by the old number have
/// checked the state.
struct IdentityChanges {
  /// The new numbers, by the old numbers.
  private var successors: [IdentityKey: UInt64] = [:]

  /// Records that a child has assigned another number to its own state.
  ///
  /// - Parameters:
  ///   - old: The old number.
  ///   - new: The new number.
  ///   - type: The type of the state.
  mutating func record(_ old: UInt64, _ new: UInt64, of type: ObjectIdentifier) {
    // The newest number has no successor, so that the search along the successors ends.
    successors[IdentityKey(type: type, number: new)] = nil
    successors[IdentityKey(type: type, number: old)] = new
  }

  /// Returns whether a state belongs to a known child. If so, the method updates the child's identity from
  /// the state.
  func isSame(_ known: inout ScopeIdentity, _ identity: ScopeIdentity, of type: ObjectIdentifier) -> Bool {
    if known == identity { return true }
    if successors.isEmpty { return false }
    var current = known
    while let next = successors[IdentityKey(type: type, number: current.number)] { current.number = next }
    guard current == identity else { return false }
    known = current
    return true
  }

  mutating func forget() {
    if !successors.isEmpty { successors = [:] }
  }
}

/// The type of a state and the number of its ``StateIdentity``. An enum state has its payload's number.
private struct IdentityKey: Hashable {
  let type: ObjectIdentifier
  let number: UInt64
}
