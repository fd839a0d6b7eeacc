/// An actor that runs a feature. The store holds the feature's state, reduces the feature's actions and runs
/// the feature's effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// await store.send(.incremented)
/// print(await store.count)
/// ```
///
/// A store is either the root store of a tree of features, or a scoped store, which `scope` returns for a
/// part of the tree. Both kinds of store have the same type. All stores of a tree run on one executor. When
/// the last store of a tree is released, the tree's effects are cancelled. To end the effects in an orderly
/// way, use ``shutdown(within:cancellationGrace:clock:)`` or
/// ``withStore(initialState:configuration:onReturn:reducer:withDependencies:operation:fileID:filePath:line:column:)``.
///
/// The store reduces the actions of one task in the order in which the task sends them. Each action is
/// reduced in a turn. First, the reducer runs. Next, the store reduces the actions that the reducer sent
/// synchronously, in order. Then effects start, and finally observers are notified. A turn never suspends.
@dynamicMemberLookup
public actor Store<State, Action: Sendable>: _StoreProtocol {
  nonisolated let core: StateCore<State, Action>
  nonisolated let isolation: any Actor

  /// The executor that all stores of the tree share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { isolation.unownedExecutor }

  init(core: StateCore<State, Action>) {
    self.core = core
    self.isolation = core.runtime.isolation
  }

  /// Reduces an action and starts its effects.
  ///
  /// ```swift
  /// await store.send(.refreshTapped).finish()
  /// ```
  ///
  /// From outside the store, call this method with `await`. The call resumes at the end of the turn that
  /// reduced the action. Actions that were enqueued earlier are reduced first. The action's effects continue
  /// after the call has returned. Cancelling the calling task doesn't affect the action.
  ///
  /// If the store was shut down, or a scoped store's state is gone, the action isn't reduced. In that case,
  /// the store reports an issue, and ``StoreTask/wasReduced`` is false. To get an error instead, use
  /// ``trySend(_:)``.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A handle for the action's effects and everything that these effects cause.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    let task = core.send(action)
    if task.causedNothing { return task }
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return answer(task, to: action, at: location)
  }

  /// Returns the handle for the caller; see ``StateCore/answer(_:to:at:)``.
  @inline(never)
  private func answer(_ task: StoreTask, to action: Action, at location: CallSite) -> StoreTask {
    task.isReduced ? task : core.answer(task, to: action, at: location)
  }

  /// Reduces an action, with a given location for issues.
  @discardableResult
  package func send(_ action: Action, at location: CallSite) -> StoreTask {
    send(
      action,
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }

  /// The location at which the root store was created.
  package nonisolated var location: CallSite { runtime.location }

  /// Reduces an action as ``send(_:fileID:filePath:line:column:)`` does, or throws an error if the store is
  /// closed.
  ///
  /// Use this method if the caller can't know whether the store is still open, for example in a request
  /// handler. A call to a closed store isn't reported as an issue. Cancelling the calling task doesn't affect
  /// the action.
  ///
  /// ```swift
  /// do {
  ///   try await store.trySend(.posted(message))
  /// } catch {
  ///   print("Not posted: \(error)")
  /// }
  /// ```
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: A handle for the action's effects and everything that these effects cause.
  /// - Throws: ``StoreError/shutDown`` if the store was shut down or is being shut down;
  ///   ``StoreError/superseded`` or ``StoreError/notSaved`` if the store closed itself;
  ///   ``StoreError/stateGone`` if a scoped store's state is gone. In all cases, the action isn't reduced.
  @discardableResult
  public func trySend(_ action: Action) throws(StoreError) -> StoreTask {
    try core.trySend(action).get()
  }

  /// Reduces an action as ``send(_:fileID:filePath:line:column:)`` does, and reads the state in the same
  /// turn.
  ///
  /// ```swift
  /// let (task, number) = await store.send(.posted("Hello"), returning: { $0.messages.count })
  /// ```
  ///
  /// The closure reads the state after the store has reduced the action and the actions that reducers
  /// returned with `.send`. No other action is reduced in between. If the store is saved, the turn may still
  /// be unsaved when the call returns.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - read: Reads the state. The closure must not store the state.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A handle for the action's effects and everything that these effects cause, and the result of
  ///   `read`.
  @discardableResult
  public func send<Value: Sendable>(
    _ action: Action,
    returning read: @Sendable (borrowing State) -> Value,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> (task: StoreTask, value: Value) {
    let task = send(action, fileID: fileID, filePath: filePath, line: line, column: column)
    return (task, core.read { read($0) })
  }

  /// Reduces an action as ``trySend(_:)`` does, and reads the state in the same turn.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - read: Reads the state. The closure must not store the state.
  /// - Returns: A handle for the action's effects and everything that these effects cause, and the result of
  ///   `read`.
  /// - Throws: The errors of ``trySend(_:)``. In that case, the action isn't reduced, and the state isn't
  ///   read.
  @discardableResult
  public func trySend<Value: Sendable>(
    _ action: Action,
    returning read: @Sendable (borrowing State) -> Value
  ) throws(StoreError) -> (task: StoreTask, value: Value) {
    let task = try trySend(action)
    return (task, core.read { read($0) })
  }

  /// The runtime of the tree of stores.
  nonisolated var runtime: Runtime { core.runtime }

  /// Reads the state in place, without copying the state.
  ///
  /// ```swift
  /// let total = await store.withState { state in state.messages.count }
  /// ```
  ///
  /// If a scoped store's state is gone, the closure gets the last state that was read.
  ///
  /// - Parameter body: Reads the state. The closure must not store the state.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  public func withState<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.runtime.enter { () throws(Failure) in try core.read(body) }
  }

  /// Whether the state for which the store was created still exists. For a root store, this property is
  /// always true.
  public var isAlive: Bool {
    core.runtime.enter { core.isAlive }
  }

  /// The effects that are running in the whole tree of stores, oldest first.
  public var runningEffects: [EffectSnapshot] {
    core.runtime.enter { core.runtime.snapshots }
  }

  /// The counters of the whole tree of stores.
  public var statistics: StoreStatistics {
    core.runtime.enter { core.runtime.statistics }
  }
}

/// The protocol whose extension declares the initializer of ``Store``.
///
/// The compiler treats a closure passed to an actor's initializer as sent to the new actor, so code on the
/// main actor couldn't use its own state in the closure. An initializer in a protocol extension has its
/// caller's isolation. The protocol is public because the initializer is public.
public protocol _StoreProtocol {}

extension _StoreProtocol {
  /// Creates a store.
  ///
  /// The initializer evaluates the reducer's `body` and the children's bodies to find the effects that these
  /// reducers declare; see <doc:EffectsThatFollowFromState>. A child's body is evaluated again at the child's
  /// first action, once for each operator that embeds the child.
  ///
  /// The reducers and their effects use the dependencies that are current at this call, changed by
  /// `updateDependencies`. The dependencies of an action's sender have no effect. The initial state and the
  /// reducer are also created with the store's dependencies.
  ///
  /// - Parameters:
  ///   - initialState: The store's initial state, of which the store takes ownership.
  ///   - configuration: The store's configuration.
  ///   - reducer: The reducer that evolves the state.
  ///   - updateDependencies: Changes the store's dependencies.
  ///   - fileID: The file named in issues about the store.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues about the store.
  ///   - column: The column named in issues about the store.
  public init<State, Action: Sendable, R: Reducer<State, Action>>(
    initialState: @autoclosure () -> sending State,
    configuration: StoreConfiguration<Action> = StoreConfiguration(),
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Self == Store<State, Action> {
    self = Store(
      core: StoreCore.make(
        state: initialState,
        reducer: reducer,
        configuration: configuration,
        updateDependencies: updateDependencies,
        location: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    )
  }
}

/// The type of a reducer's store: `StoreOf<Counter>` is `Store<Counter.State, Counter.Action>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
