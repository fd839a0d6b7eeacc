/// The state of a store: the root's state with its reducer, or a view of a part of another store's state.
///
/// Use the protocol's members only on the store's executor, except for `enqueue`.
protocol StoreCoreProtocol<State, Action>: AnyObject, Sendable {
  associatedtype State
  associatedtype Action: Sendable

  var runtime: Runtime { get }
  /// Whether the state still exists.
  var isAlive: Bool { get }
  /// The scoped stores on parts of the state.
  var parts: ScopedParts<State> { get }
  /// Reduces an action. If the action wasn't reduced, as the returned handle shows, the caller must pass the
  /// handle to ``answer(_:to:at:)``.
  func send(_ action: Action) -> StoreTask
  /// Queues an action that was sent during a turn, or reports that the action is refused.
  ///
  /// - Parameters:
  ///   - task: The handle that ``send(_:)`` returned.
  ///   - action: The action.
  ///   - location: The location of the call.
  /// - Returns: The handle for the caller.
  func answer(_ task: StoreTask, to action: Action, at location: CallSite) -> StoreTask
  /// The reason why the store accepts no more actions; nil while the store accepts actions.
  var closed: StoreError? { get }
  /// Reduces an action. Call this method inside ``Runtime/enter(_:)``, and only if ``closed`` is nil.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - source: The source of the action, which isn't an effect.
  func submit(_ action: Action, from source: ActionSource) -> StoreTask
  /// Queues an action. This method can be called from any context.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - gate: Checks whether the scoped store that sent the action is still alive; nil for a root store.
  ///   - context: The action's context; nil to capture a context as the configuration requires.
  ///   - location: The location of the call.
  func enqueue(
    _ action: Action,
    gate: MailGate?,
    in context: ActionContext?,
    at location: CallSite
  ) throws(StoreError)
  /// Registers a closure that is called in the turn in which the state is removed. The closure must not use
  /// the store.
  func whenGone(_ body: @escaping () -> Void)
  /// The requests that end when the state is removed; nil if the state is never removed.
  var requestsToTheState: ScopedRequests? { get }
  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension StoreCoreProtocol {
  /// Reduces an action. Call this method inside ``Runtime/enter(_:)``, and only if ``closed`` is nil.
  func submit(_ action: Action) -> StoreTask { submit(action, from: .sender) }

  /// Reduces an action, or returns the reason why the action is refused.
  func trySend(_ action: Action) -> Result<StoreTask, StoreError> {
    runtime.enter { closed.map { .failure($0) } ?? .success(submit(action)) }
  }
}
