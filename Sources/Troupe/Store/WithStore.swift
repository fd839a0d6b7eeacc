/// What becomes of the effects of a store at the end of
/// ``withStore(initialState:configuration:onReturn:reducer:withDependencies:operation:fileID:filePath:line:column:)``.
public struct WithStoreEnding: Sendable, Hashable {
  let finishes: Bool

  /// They are cancelled.
  public static var cancel: WithStoreEnding { WithStoreEnding(finishes: false) }

  /// They may finish first, and all that they cause, until the task is cancelled. When the operation throws,
  /// they are cancelled all the same.
  public static var finish: WithStoreEnding { WithStoreEnding(finishes: true) }
}

/// Runs an operation with a store that lives as long as the operation, and no longer.
///
/// It resumes when the operation has returned or thrown and all effects of the store have ended. There is no
/// limit to that: an effect that ignores its cancellation holds it up. Cancelling the calling task cancels
/// the operation's, and ends ``WithStoreEnding/finish``. Afterwards the store is shut down.
///
/// ```swift
/// let count = await withStore(initialState: Counter.State(), reducer: { Counter() }) { store in
///   await store.send(.incremented)
///   return await store.count
/// }
/// ```
///
/// - Parameters:
///   - initialState: The state that the store starts with.
///   - configuration: How the store runs.
///   - ending: What becomes of the effects when the operation returns.
///   - reducer: The reducer that evolves the state.
///   - updateDependencies: Sets dependencies of the store. The operation goes on with those of its caller.
///   - operation: The work with the store.
///   - fileID: The file named in issues about the store.
///   - filePath: The path of that file.
///   - line: The line named in issues about the store.
///   - column: The column named in issues about the store.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
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
    root: .make(
      state: initialState,
      reducer: reducer,
      configuration: configuration,
      updateDependencies: updateDependencies,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
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
