/// What a store works on: the root's state and reducer, or a view on a part of another store's state.
///
/// All of it is to be used on the executor of the runtime's home, `enqueue` apart.
protocol StateAccess<State, Action>: AnyObject, Sendable {
  associatedtype State
  associatedtype Action: Sendable

  var runtime: Runtime { get }
  /// Whether the state is still there.
  var isAlive: Bool { get }
  /// The scoped stores on parts of the state.
  var parts: ScopedParts<State> { get }
  func send(_ action: Action) -> StoreTask
  /// Why no action is taken any more; nil while one is.
  var closed: StoreClosed? { get }
  /// Reduces an action when the mail has been taken and ``closed`` is nil.
  func submit(_ action: Action) -> StoreTask
  /// Queues an action; may be called from anywhere.
  func enqueue(_ action: Action, gate: (any Gate)?) throws(InboxError)
  /// Has something called in the turn in which the state goes away; it must not use the store.
  func whenGone(_ body: @escaping () -> Void)
  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

/// Someone who waits for a turn to bring something about.
protocol TurnWaiter: AnyObject {
  /// Looks whether it has come; true when there is nothing more to wait for.
  func check() -> Bool
  /// Says that it can't come any more.
  func end()
}
