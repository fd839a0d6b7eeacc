/// The state of a store: the root's state with its reducer, or a view of a part of another store's state.
///
/// The class is abstract. The stores and their observers use it, and not a protocol with associated types,
/// because an existential of such a protocol makes generic code look up the type's metadata in each call.
///
/// Use the members only on the store's executor, except for `runtime` and `enqueue`.
///
/// - Note: `@unchecked Sendable`, like the ``Runtime`` that the core belongs to: the store's executor
///   protects the core's state. `StressTests` under the thread sanitizer would detect an access that bypasses
///   the executor.
class StateCore<State, Action: Sendable>: @unchecked Sendable {
  /// The runtime of the tree of stores. The effects of a released store end when the last reference to the
  /// runtime is released, so that code which has only retained the runtime can use it until then.
  final let runtime: Runtime

  init(runtime: Runtime) {
    self.runtime = runtime
  }

  /// Whether the state still exists.
  var isAlive: Bool { Self.missing() }
  /// The scoped stores on parts of the state.
  var parts: ScopedParts<State> { Self.missing() }
  /// The reason why the store accepts no more actions; nil while the store accepts actions.
  var closed: StoreError? { Self.missing() }
  /// The requests that end when the state is removed; nil if the state is never removed.
  var requestsToTheState: ScopedRequests? { Self.missing() }

  /// Registers a closure that is called in the turn in which the state is removed. The closure must not use
  /// the store.
  func whenGone(_ body: @escaping () -> Void) { Self.missing() }

  func read<Result, Failure: Error>(
    _ body: (State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    Self.missing()
  }

  /// Reduces an action. If the action wasn't reduced, as the returned handle shows, the caller must pass the
  /// handle to ``answer(_:to:at:)``.
  func send(_ action: Action) -> StoreTask { Self.missing() }

  /// Queues an action that was sent during a turn, or reports that the action is refused.
  ///
  /// - Parameters:
  ///   - task: The handle that ``send(_:)`` returned.
  ///   - action: The action.
  ///   - location: The location of the call.
  /// - Returns: The handle for the caller.
  func answer(_ task: StoreTask, to action: Action, at location: CallSite) -> StoreTask { Self.missing() }

  /// Reduces an action. Call this method inside ``Runtime/enter(_:)``, and only if ``closed`` is nil.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - source: The source of the action, which isn't an effect.
  func submit(_ action: Action, from source: ActionSource) -> StoreTask { Self.missing() }

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
  ) throws(StoreError) {
    Self.missing()
  }

  /// Reduces an action, or returns the reason why the action is refused.
  final func trySend(_ action: Action) -> Result<StoreTask, StoreError> {
    runtime.enter { closed.map { .failure($0) } ?? .success(submit(action, from: .sender)) }
  }

  private static func missing() -> Never {
    preconditionFailure("A store's core doesn't implement a member.")
  }
}
