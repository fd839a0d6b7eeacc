import Troupe

extension StoreDirectory {
  /// Sends an action to a key's store and opens the store first if it isn't open.
  ///
  /// ```swift
  /// try await directory.send(.ordered(2), to: "north")
  /// ```
  ///
  /// The method resumes when the turn that reduced the action has ended. Cancelling the task while the store
  /// is being opened ends the wait, and the action isn't sent.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  ///   - limit: The maximum number of tasks that may wait for the store, including the calling task; nil for
  ///     no limit. See `Store.trySend(_:maxWaiting:)`.
  /// - Returns: A handle for the action's effects and everything that they cause.
  /// - Throws: Any error that ``withStore(for:_:)`` throws, or `StoreError` if the store closed before it
  ///   accepted the action, or if too many tasks are waiting for the store. In all these cases, the action
  ///   isn't reduced.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func send(
    _ action: Action,
    to key: Key,
    maxWaiting limit: Int? = nil
  ) async throws -> StoreTask {
    try await withOpenStore(for: key) { store in
      guard let limit else { return try await store.trySend(action) }
      return try await store.trySend(action, maxWaiting: limit)
    }
  }

  /// Sends an action to a key's store and reads the state in the action's turn. The store is opened first if
  /// it isn't open.
  ///
  /// ```swift
  /// let stock = try await directory.send(.ordered(2), to: "north", returning: { $0.stock }).value
  /// ```
  ///
  /// Otherwise, the method behaves like ``send(_:to:maxWaiting:)``. No other action is reduced between the
  /// action and the read.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  ///   - read: Reads the state. The closure must not store the state.
  /// - Returns: A handle for the action's effects and everything that they cause, and the result of `read`.
  /// - Throws: Any error that ``send(_:to:maxWaiting:)`` throws.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func send<Value: Sendable>(
    _ action: Action,
    to key: Key,
    returning read: @Sendable (borrowing State) -> Value
  ) async throws -> (task: StoreTask, value: Value) {
    try await withOpenStore(for: key) { try await $0.trySend(action, returning: read) }
  }

  /// Sends an action to a key's store and waits until the action's turn is saved. The store is opened first
  /// if it isn't open.
  ///
  /// ```swift
  /// try await directory.commit(.delivered(5), to: "north")
  /// ```
  ///
  /// The method resumes when the turn is saved. Cancelling the task while the store is being opened ends the
  /// wait, and the action isn't sent. Cancelling the task later ends the wait for the save with a
  /// ``CommitError``.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  ///   - limit: The maximum number of tasks that may wait for the store, including the calling task; nil for
  ///     no limit. See `Store.commit(_:maxWaiting:)`.
  /// - Returns: A handle for the action's effects and everything that they cause.
  /// - Throws: Any error that ``withStore(for:_:)`` throws, or ``CommitError``.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func commit(
    _ action: Action,
    to key: Key,
    maxWaiting limit: Int? = nil
  ) async throws -> StoreTask {
    try await commit(action, to: key, maxWaiting: limit, returning: { _ in }).task
  }

  /// Sends an action to a key's store, reads the state in the action's turn, and waits until the turn is
  /// saved. The store is opened first if it isn't open.
  ///
  /// ```swift
  /// let stock = try await directory.commit(.delivered(2), to: "north", returning: { $0.stock }).value
  /// ```
  ///
  /// Otherwise, the method behaves like ``commit(_:to:maxWaiting:)``. No other action is reduced between the
  /// action and the read.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  ///   - limit: The maximum number of tasks that may wait for the store, including the calling task; nil for
  ///     no limit.
  ///   - read: Reads the state. The closure must not store the state.
  /// - Returns: A handle for the action's effects and everything that they cause, and the result of `read`.
  /// - Throws: Any error that ``withStore(for:_:)`` throws, or ``CommitError``.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func commit<Value: Sendable>(
    _ action: Action,
    to key: Key,
    maxWaiting limit: Int? = nil,
    returning read: @Sendable (borrowing State) -> Value
  ) async throws -> (task: StoreTask, value: Value) {
    try await withOpenStore(for: key) { try await $0.commit(action, maxWaiting: limit, returning: read) }
  }

  /// Runs an operation that sends an action to a key's store. If the store closed itself before it accepted
  /// the action, the store is reopened and the operation is retried once.
  @inlinable
  nonisolated(nonsending) func withOpenStore<Result>(
    for key: Key,
    _ operation: (Store<State, Action>) async throws -> Result
  ) async throws -> Result {
    do {
      return try await withStore(for: key, operation)
    } catch let error as StoreError where error.code.isClosed && !error.wasReduced {
      return try await withStore(for: key, operation)
    } catch let error as CommitError where error.isOfClosedStore {
      return try await withStore(for: key, operation)
    }
  }
}
