/// The store of running effects, which may be gone. Nothing happens then.
///
/// Call the methods on the executor of the store, apart from ``endByMail(_:)``.
protocol EffectHost: AnyObject, Sendable {
  /// Has an action of an effect reduced. Returns the turn that the sender has to wait for; nil for none.
  func deliver(_ leaf: any AnyQueuedAction, from effect: RunningEffect) -> UInt64?

  /// The same for an action of the store's own type, which needs no object around it.
  func deliver<Action: Sendable>(action: Action, from effect: RunningEffect) -> UInt64?

  /// Waits until a turn is saved or never will be, whether or not the task is cancelled.
  func waitForOutcome(of turn: UInt64, on isolation: isolated any Actor) async

  /// Ends an effect whose work is over.
  func end(_ effect: RunningEffect, error: (any Error)?)

  /// Ends an effect by a message to the store. The first of several drains the mailbox.
  nonisolated(nonsending) func endByMail(_ effect: RunningEffect) async

  /// Cancels by id, in the scope of an effect and below.
  func cancel(_ id: CancelID, from effect: RunningEffect)

  /// Dismisses the feature that an effect belongs to. Returns the turn that the caller has to wait for; nil
  /// for none.
  func dismiss(from effect: RunningEffect, at location: CallSite) -> UInt64?

  /// Starts work inside an effect under an id of its own; nil when the effect is over.
  func startSubtask<Success: Sendable>(
    of effect: RunningEffect,
    id: CancelID,
    cancelInFlight: Bool,
    carrying carried: TaskDependencies,
    operation: @escaping @Sendable () async throws -> Success
  ) -> RunningSubtask<Success>?
}
