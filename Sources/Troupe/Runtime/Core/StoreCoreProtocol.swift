/// The state that a store works on: the root's, with its reducer, or a view of a part of another store's.
///
/// Use it only on the executor of the runtime's home, except for `enqueue`.
protocol StoreCoreProtocol<State, Action>: AnyObject, Sendable {
  associatedtype State
  associatedtype Action: Sendable

  var runtime: Runtime { get }
  /// Whether the state is still there.
  var isAlive: Bool { get }
  /// The scoped stores on parts of the state.
  var parts: ScopedParts<State> { get }
  /// Reduces an action. If the handle says that it isn't reduced, the caller has to pass it to
  /// ``answer(_:to:at:)``.
  func send(_ action: Action) -> StoreTask
  /// Queues an action that was sent during a turn, or reports that it isn't reduced.
  ///
  /// - Parameters:
  ///   - task: The handle that ``send(_:)`` has returned.
  ///   - action: The action.
  ///   - location: Where it was sent.
  /// - Returns: The handle for the caller.
  func answer(_ task: StoreTask, to action: Action, at location: CallSite) -> StoreTask
  /// Why the store takes no more actions; nil while it takes them.
  var closed: StoreError? { get }
  /// Reduces an action. Call it after ``Runtime/enter(_:)``, when ``closed`` is nil.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - isAsked: Whether the action carries the reply of a request to this store.
  func submit(_ action: Action, isAsked: Bool) -> StoreTask
  /// Queues an action. It may be called from anywhere.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - gate: Tells whether the scoped store that it was sent through is still alive; nil for a root store.
  ///   - context: The context of the action; nil for what the configuration captures.
  ///   - location: Where it was enqueued.
  func enqueue(
    _ action: Action,
    gate: MailGate?,
    in context: ActionContext?,
    at location: CallSite
  ) throws(StoreError)
  /// Registers a closure that is called in the turn in which the state goes away. It must not use the store.
  func whenGone(_ body: @escaping () -> Void)
  /// The requests that end when the state goes away; nil if it never does.
  var requestsToTheState: ScopedRequests? { get }
  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension StoreCoreProtocol {
  /// Reduces an action. Call it after ``Runtime/enter(_:)``, when ``closed`` is nil.
  func submit(_ action: Action) -> StoreTask { submit(action, isAsked: false) }

  /// Reduces an action, or says why not.
  func trySend(_ action: Action) -> Result<StoreTask, StoreError> {
    runtime.enter { closed.map { .failure($0) } ?? .success(submit(action)) }
  }
}

/// A waiter for the outcome of a turn.
protocol TurnWaiter: AnyObject {
  /// Checks for the outcome. Returns true when there is nothing more to wait for.
  ///
  /// - Parameter turn: The number of the turn, as the store's ``SaveQueue`` counts them.
  func check(_ turn: UInt64) -> Bool
  /// Ends the wait, because the outcome can't come any more.
  func end()
}
