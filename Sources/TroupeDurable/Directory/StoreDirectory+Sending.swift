import Troupe

extension StoreDirectory {
  /// Sends an action to the store of a key, and opens the store first if it isn't open.
  ///
  /// ```swift
  /// try await directory.send(.ordered(2), to: "north")
  /// ```
  ///
  /// It resumes when the turn that reduced the action is over. Cancelling the task while the store is being
  /// opened ends the wait, and the action isn't sent.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  ///   - limit: How many tasks may wait for the store, this one included; nil for no limit. See
  ///     `Store.trySend(_:maxWaiting:)`.
  /// - Returns: A handle for the effects of the action and everything that they cause.
  /// - Throws: What ``withStore(for:_:)`` throws, and `StoreError` if the store closed before it took the
  ///   action, or if too many tasks wait for it. The action isn't reduced then.
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

  /// Sends an action to the store of a key, and reads the state in its turn. It opens the store first if it
  /// isn't open.
  ///
  /// ```swift
  /// let stock = try await directory.send(.ordered(2), to: "north", returning: { $0.stock }).value
  /// ```
  ///
  /// It behaves as ``send(_:to:maxWaiting:)`` otherwise. No other action comes between the action and the
  /// read.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  ///   - read: Reads the state. It must not store it.
  /// - Returns: A handle for the effects of the action and everything that they cause, and the result of
  ///   `read`.
  /// - Throws: What ``send(_:to:maxWaiting:)`` throws.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func send<Value: Sendable>(
    _ action: Action,
    to key: Key,
    returning read: @Sendable (borrowing State) -> Value
  ) async throws -> (task: StoreTask, value: Value) {
    try await withOpenStore(for: key) { try await $0.trySend(action, returning: read) }
  }

  /// Sends an action to the store of a key, and waits until its turn is saved. It opens the store first if it
  /// isn't open.
  ///
  /// ```swift
  /// try await directory.commit(.delivered(5), to: "north")
  /// ```
  ///
  /// It resumes when the turn is saved. Cancelling the task while the store is being opened ends the wait,
  /// and the action isn't sent. After that, it ends the wait for the save, with an error that says so.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  ///   - limit: How many tasks may wait for the store, this one included; nil for no limit. See
  ///     `Store.commit(_:maxWaiting:)`.
  /// - Returns: A handle for the effects of the action and everything that they cause.
  /// - Throws: What ``withStore(for:_:)`` throws, and ``CommitError``.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func commit(
    _ action: Action,
    to key: Key,
    maxWaiting limit: Int? = nil
  ) async throws -> StoreTask {
    try await commit(action, to: key, maxWaiting: limit, returning: { _ in }).task
  }

  /// Sends an action to the store of a key, reads the state in its turn, and waits until the turn is saved.
  /// It opens the store first if it isn't open.
  ///
  /// ```swift
  /// let stock = try await directory.commit(.delivered(2), to: "north", returning: { $0.stock }).value
  /// ```
  ///
  /// It behaves as ``commit(_:to:maxWaiting:)`` otherwise. No other action comes between the action and the
  /// read.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - key: The key.
  ///   - limit: How many tasks may wait for the store, this one included; nil for no limit.
  ///   - read: Reads the state. It must not store it.
  /// - Returns: A handle for the effects of the action and everything that they cause, and the result of
  ///   `read`.
  /// - Throws: What ``withStore(for:_:)`` throws, and ``CommitError``.
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

  /// Runs an operation that sends an action to the store of a key. If the store closed by itself between its
  /// opening and the action, it is opened again, once.
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
