/// A running effect's view of its store. If the store was released, the methods do nothing.
///
/// Call the methods on the store's executor, except for ``endByMail(_:)``.
protocol EffectHost: AnyObject, Sendable {
  /// Reduces an effect's action. Returns the turn that the sender has to wait for; nil for none.
  func deliver(_ leaf: any AnyQueuedAction, from effect: RunningEffect) -> UInt64?

  /// Reduces an action that has the store's action type, so that the action needs no wrapper object. Returns
  /// the turn that the sender has to wait for; nil for none.
  func deliver<Action: Sendable>(action: Action, from effect: RunningEffect) -> UInt64?

  /// Waits until a turn is saved or can no longer be saved. The wait ignores the task's cancellation.
  func waitForOutcome(of turn: UInt64, on isolation: isolated any Actor) async

  /// Ends an effect whose work has ended.
  func end(_ effect: RunningEffect, error: (any Error)?)

  /// Ends an effect through a message to the store. The first of several such calls drains the mailbox.
  nonisolated(nonsending) func endByMail(_ effect: RunningEffect) async

  /// Cancels the effects with an id, in an effect's scope and in the scopes below it.
  func cancel(_ id: CancelID, from effect: RunningEffect)

  /// Dismisses the feature of an effect. Returns the turn that the caller has to wait for; nil for none.
  func dismiss(from effect: RunningEffect, at location: CallSite) -> UInt64?

  /// Returns the cascade of an effect; nil if the effect has ended.
  func cascade(of effect: RunningEffect) -> CascadeID?

  /// Starts work inside an effect under a separate id; returns nil if the effect has ended.
  func startSubtask<Success: Sendable>(
    of effect: RunningEffect,
    id: CancelID,
    cancelInFlight: Bool,
    carrying carried: TaskDependencies,
    operation: @escaping @Sendable () async throws -> Success
  ) -> RunningSubtask<Success>?
}
