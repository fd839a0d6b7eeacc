import Troupe
import TroupeDiagnostics

extension _StoreProtocol {
  /// Creates a store whose state survives a crash. The state is restored from a storage, and saved after each
  /// turn before any result of the turn becomes visible.
  ///
  /// ```swift
  /// let orders = try await Store(
  ///   initialState: Orders.State(),
  ///   storage: FolderStorage(path: path),
  ///   key: "orders",
  ///   codec: StateCodec(format: JSONFormat())
  /// ) {
  ///   Orders(ship: ship)
  /// }
  /// try await orders.commit(.ordered(7))
  /// ```
  ///
  /// The initializer loads the key's value and decodes it, or uses the initial state if no value exists. Then
  /// it claims the key by saving the state with a new revision. From then on, an older store of the same key,
  /// in this or another process, can neither save nor start effects: its next save is superseded. The store
  /// is created only after the claim and then starts the effects that its state declares.
  ///
  /// After each turn that reduces an action, the store saves its newest state. At most one save runs at a
  /// time. Turns continue in the meantime, and the next save covers all these turns. A turn's effects start
  /// after the turn is saved. The guide "Stores that survive" lists the other results that wait for a save.
  ///
  /// A failed load or save is retried, and the first failure is reported as an issue. If all attempts fail,
  /// if a retry can't help (``StorageError/isPermanent``), or if another store has saved the key, the store
  /// is closed: its effects are cancelled, `commit` throws, and an issue describes the loss. If the failure
  /// occurs before the key is claimed, the initializer throws an error instead.
  ///
  /// If a store with unsaved turns is released, the store stays alive until the turns are saved. `shutdown`
  /// also saves these turns.
  ///
  /// The initializer resumes when the key is claimed. If the calling task is cancelled, the initializer
  /// throws `unavailable`.
  ///
  /// - Parameters:
  ///   - initialState: The state for a key without a value.
  ///   - storage: The storage for the state.
  ///   - key: The state's key. Only one store should use a key at a time.
  ///   - codec: Encodes and decodes the state, off the store's executor.
  ///   - wake: Returns the instant at which the state's key is due, for ``Storage/due(before:limit:)``; nil
  ///     for never. With `TroupeFoundation`, `WallClockInstant(date)` converts a date.
  ///   - isTransient: Returns whether an action's changes needn't be saved. A turn that reduces only
  ///     transient actions doesn't cause a save. An action that starts an effect or is committed is always
  ///     saved.
  ///   - retry: The delays between attempts at a save or load, and the maximum number of attempts.
  ///   - clock: The clock that measures the delays between attempts.
  ///   - configuration: The store's configuration.
  ///   - reducer: The reducer that evolves the state.
  ///   - updateDependencies: Changes the store's dependencies.
  ///   - fileID: The file named in issues about the store.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues about the store.
  ///   - column: The column named in issues about the store.
  /// - Throws: A ``StorageError`` if the key can't be loaded or claimed; a ``StateCodingError`` if the key's
  ///   value can't be decoded or the state can't be encoded. If the error is `unavailable`, the claim may
  ///   still take effect. Otherwise, the storage is unchanged.
  public nonisolated(nonsending) init<State: Codable & Sendable, Action: Sendable, R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    storage: any Storage,
    key: StorageKey,
    codec: StateCodec<State>,
    wake: (@Sendable (State) -> WallClockInstant?)? = nil,
    isTransient: (@Sendable (Action) -> Bool)? = nil,
    retry: Backoff = .exponential(initial: .milliseconds(50), maximum: .seconds(5), attempts: 20),
    clock: any Clock<Duration> = ContinuousClock(),
    configuration: StoreConfiguration<Action> = StoreConfiguration(),
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where Self == Store<State, Action> {
    let position = StorePosition(updatedBy: updateDependencies)
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let opening = StoreOpening(
      storage: storage,
      key: key,
      codec: codec,
      wake: wake,
      retry: retry,
      clock: clock,
      report: RetryReport(location: location)
    )
    let claim = try await opening.claim { position.within(initialState) }
    // The key is claimed, so the effects that the state declares can start now.
    self = Store.saved(
      claim.state,
      claim.causes,
      by: StoreSaver(claim.writer, codec: codec, wake: wake),
      isTransient: isTransient,
      configuration: configuration,
      position: position,
      reducer: reducer,
      location: location
    )
  }
}

extension Store {
  /// Reduces an action and waits until its turn is saved.
  ///
  /// ```swift
  /// try await store.commit(.started)
  /// // Now the start survives a crash.
  /// ```
  ///
  /// The method resumes when the storage has acknowledged a save of this turn or of a later turn. One save
  /// serves all waiting tasks. When the method resumes, the action's effects have started, but they may still
  /// be running.
  ///
  /// Cancelling the calling task ends the wait with `cancelled`. The action stays reduced and is saved with
  /// the other turns. A shutdown saves the turn, so the call returns normally. If the save takes longer than
  /// the shutdown, the call throws `closed`. If the action arrives after the shutdown, the action isn't
  /// reduced, and the call throws `closed`. None of these errors is reported as an issue.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - limit: The maximum number of tasks that may wait for the store, including the calling task; nil for
  ///     no limit. The limit applies to all tasks that are waiting in this method, in
  ///     `ask(within:maxWaiting:_:)` and in `trySend(_:maxWaiting:)`. If the limit is exceeded, the action
  ///     isn't reduced, and the call throws `tooManyWaiting`.
  /// - Returns: A handle for the action's effects and everything that they cause.
  /// - Throws: A ``CommitError``. Its ``CommitError/outcome`` is the action's outcome.
  @discardableResult
  public nonisolated(nonsending) func commit(
    _ action: Action,
    maxWaiting limit: Int? = nil
  ) async throws(CommitError) -> StoreTask {
    try await commit(action, maxWaiting: limit, returning: { _ in }).task
  }

  /// Reduces an action, reads the state in the same turn, and waits until the turn is saved.
  ///
  /// ```swift
  /// let isRunning = try await store.commit(.started, returning: { $0.isRunning }).value
  /// ```
  ///
  /// Otherwise, the method behaves like ``commit(_:maxWaiting:)``. No other action is reduced between the
  /// action and the read.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - limit: The maximum number of tasks that may wait for the store, including the calling task; nil for
  ///     no limit.
  ///   - read: Reads the state. The closure must not store the state.
  /// - Returns: A handle for the action's effects and everything that they cause, and the result of `read`.
  /// - Throws: A ``CommitError``. Its ``CommitError/outcome`` is the action's outcome.
  @discardableResult
  public nonisolated(nonsending) func commit<Value: Sendable>(
    _ action: Action,
    maxWaiting limit: Int? = nil,
    returning read: @Sendable (borrowing State) -> Value
  ) async throws(CommitError) -> (task: StoreTask, value: Value) {
    let sent = await sendAndSave(action, maxWaiting: limit, returning: read)
    if case .saved(let task, let value) = sent { return (task, value) }
    // This error omits the key, because reading the key would have to wait for the busy store.
    if case .tooManyWaiting = sent { throw CommitError(.tooManyWaiting, .notReduced, of: storeLabel, nil) }
    throw CommitError(sent, storeLabel, await savedKeyText.map { StorageKey($0) })
  }
}

extension CommitError {
  /// Creates the error for an action that the store hasn't reduced or isn't known to have saved.
  fileprivate init<Value>(_ sent: SavedSend<Value>, _ store: String, _ key: StorageKey?) {
    switch sent {
    case .failed(let error as CommitError), .closed(let error as CommitError): self = error
    case .failed(let error): self.init(.closed, .unknown, of: store, key, because: error)
    case .closed(let error): self.init(.closed, .notReduced, of: store, key, because: error)
    case .refused(let closed): self.init(.closed, .notReduced, of: store, key, because: closed)
    case .saved, .cancelled: self.init(.cancelled, .unknown, of: store, key)
    case .tooManyWaiting: self.init(.tooManyWaiting, .notReduced, of: store, key)
    case .notDurable: self.init(.notDurable, .notReduced, of: store, key)
    }
  }
}
