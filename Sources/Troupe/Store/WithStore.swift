/// The policy for a store's effects at the end of
/// ``withStore(initialState:configuration:onReturn:reducer:withDependencies:operation:fileID:filePath:line:column:)``.
public struct WithStoreEnding: Sendable, Hashable {
  let finishes: Bool

  /// The effects are cancelled.
  public static var cancel: WithStoreEnding { WithStoreEnding(finishes: false) }

  /// The effects, and all effects that they cause, continue until they end or the calling task is cancelled.
  /// If the operation throws an error, the effects are cancelled.
  public static var finish: WithStoreEnding { WithStoreEnding(finishes: true) }
}

/// Runs an operation with a store that exists as long as the operation runs.
///
/// ```swift
/// let count = await withStore(initialState: Counter.State(), reducer: { Counter() }) { store in
///   await store.send(.incremented)
///   return await store.count
/// }
/// ```
///
/// The function returns when the operation has returned or thrown and all effects of the store have ended.
/// The store is then shut down. The function has no time limit, so an effect that ignores its cancellation
/// delays the return. Cancelling the calling task cancels the operation, which runs in the same task, and
/// ends the wait of ``WithStoreEnding/finish``.
///
/// - Parameters:
///   - initialState: The store's initial state.
///   - configuration: The store's configuration.
///   - ending: The policy for the effects when the operation returns.
///   - reducer: The reducer that evolves the state.
///   - updateDependencies: Changes the store's dependencies. The operation itself uses the caller's
///     dependencies.
///   - operation: The operation that uses the store.
///   - fileID: The file named in issues about the store.
///   - filePath: The file's path.
///   - line: The line named in issues about the store.
///   - column: The column named in issues about the store.
/// - Returns: The result of `operation`.
/// - Throws: The error that `operation` throws.
@discardableResult
nonisolated(nonsending)
  public func withStore<State, Action: Sendable, R: Reducer<State, Action>, Result, Failure: Error>(
    initialState: @autoclosure () -> sending State,
    configuration: StoreConfiguration<Action> = StoreConfiguration(),
    onReturn ending: WithStoreEnding = .cancel,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil,
    operation: nonisolated(nonsending) (Store<State, Action>) async throws(Failure) -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws(Failure) -> Result
{
  let store = Store(
    core: StoreCore.make(
      state: initialState,
      reducer: reducer,
      configuration: configuration,
      updateDependencies: updateDependencies,
      location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  )
  do {
    let result = try await operation(store)
    await store.end(finishing: ending.finishes)
    return result
  } catch {
    await store.end(finishing: false)
    throw error
  }
}
