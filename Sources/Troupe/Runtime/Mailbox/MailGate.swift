/// A check that runs on the store's executor before an enqueued action is reduced.
protocol Gate: AnyObject, Sendable {
  /// Returns whether the action may be reduced. If the action must not be reduced, reports an issue at the
  /// location.
  func admits(_ action: any Sendable, at location: CallSite) -> Bool
}

/// The gate of the scoped store through which an action was enqueued, and the location of the call.
///
/// The gate is a class, so that messages without a gate, such as the actions of root stores, stay small.
final class MailGate: Sendable {
  private let gate: any Gate
  private let location: CallSite

  init(gate: any Gate, location: CallSite) {
    self.gate = gate
    self.location = location
  }

  func admits(_ leaf: any AnyQueuedAction) -> Bool { gate.admits(leaf.value, at: location) }
}
