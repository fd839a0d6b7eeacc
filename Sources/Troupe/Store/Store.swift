/// The runtime of a feature: an actor that holds its state, reduces its actions and runs its effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// await store.send(.incremented)
/// print(await store.count)
/// ```
///
/// A store is either the root of a tree of features, or a view of a part of the tree that `scope` returned.
/// Both have the same type. All stores of a tree run on one executor. Releasing the last of them cancels the
/// effects. To end them in an orderly way, use ``shutdown(within:cancellationGrace:clock:)`` or
/// ``withStore(initialState:configuration:onReturn:reducer:withDependencies:operation:fileID:filePath:line:column:)``.
///
/// The store reduces the actions that one task sends in the order in which they are sent. Each action is
/// reduced in a turn: the reducer runs, then the actions that it sent synchronously are reduced in order,
/// then effects start, then observers are notified. A turn doesn't suspend.
@dynamicMemberLookup
public actor Store<State, Action: Sendable>: _StoreProtocol {
  enum Core {
    case root(StoreCore<State, Action>)
    case view(any StateAccess<State, Action>)
  }

  nonisolated let source: Core
  nonisolated let home: any Actor
  /// The core of a root store. Reading it from `source` would count a reference in each send.
  ///
  /// - Note: It is unmanaged because `source` keeps it as long as the store exists. `StressTests` under the
  ///   sanitizers would catch a later use.
  private nonisolated let root: Unmanaged<StoreCore<State, Action>>?

  /// The executor that all stores of the tree share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { home.unownedExecutor }

  init(root: StoreCore<State, Action>) {
    self.source = .root(root)
    self.root = .passUnretained(root)
    self.home = root.runtime.home
  }

  init(view core: some StateAccess<State, Action>) {
    self.source = .view(core)
    self.root = nil
    self.home = core.runtime.home
  }

  /// Reduces an action and starts its effects.
  ///
  /// ```swift
  /// await store.send(.refreshTapped).finish()
  /// ```
  ///
  /// From outside of the store, call it with `await`: it resumes when the turn that reduced this action is
  /// over. Actions that were enqueued before are reduced first. The effects continue after that. Cancelling
  /// the calling task doesn't affect the action.
  ///
  /// If the store was shut down, or the state of a scoped store is gone, the action isn't reduced. This is
  /// an issue, and ``StoreTask/wasReduced`` is false. ``trySend(_:)`` throws an error instead.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A handle for the effects of the action and everything that they cause.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    let task = take(action)
    if task.causedNothing { return task }
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return answer(task, to: action, at: location)
  }

  /// Reduces an action. The handle has to be passed to `answer`, unless it says that the action has caused
  /// nothing.
  @inline(__always)
  private func take(_ action: Action) -> StoreTask {
    // The root is called directly: a call through the existential costs as much as the rest of a turn.
    // The store, which keeps the core, lives until the core has returned.
    defer { _fixLifetime(self) }
    return root?._withUnsafeGuaranteedRef { $0.send(action) } ?? core.send(action)
  }

  /// Returns the handle for the caller; see ``StateAccess/answer(_:to:at:)``.
  @inline(never)
  private func answer(_ task: StoreTask, to action: Action, at location: SourceLocation) -> StoreTask {
    task.isReduced ? task : core.answer(task, to: action, at: location)
  }

  /// Reduces an action that was sent at a location.
  @discardableResult
  package func send(_ action: Action, at location: SourceLocation) -> StoreTask {
    send(
      action,
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }

  /// Where the root store was made.
  package nonisolated var location: SourceLocation { runtime.location }

  /// Reduces an action as ``send(_:fileID:filePath:line:column:)`` does, or throws an error if the store is
  /// closed.
  ///
  /// Use it where the caller can't know whether the store still runs, as in the handler of a request. A
  /// closed store is not an issue then. Cancelling the calling task doesn't affect the action.
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
  /// - Returns: A handle for the effects of the action and everything that they cause.
  /// - Throws: ``StoreClosed/shutDown`` if the store was shut down or is being shut down;
  ///   ``StoreClosed/superseded`` or ``StoreClosed/notSaved`` if it has closed itself;
  ///   ``StoreClosed/stateGone`` if the state of a scoped store is gone. In all cases, the action isn't
  ///   reduced.
  @discardableResult
  public func trySend(_ action: Action) throws(StoreClosed) -> StoreTask {
    defer { _fixLifetime(self) }
    let result = root?._withUnsafeGuaranteedRef { $0.trySend(action) } ?? core.trySend(action)
    return try result.get()
  }

  /// Reads the state. The root is called directly, as in ``send(_:fileID:filePath:line:column:)``.
  func readState<Value>(_ read: (borrowing State) -> Value) -> Value {
    defer { _fixLifetime(self) }
    guard let root else { return core.read { read($0) } }
    return root._withUnsafeGuaranteedRef { root in root.read { read($0) } }
  }

  /// Reduces an action as ``send(_:fileID:filePath:line:column:)`` does, and reads the state in the same
  /// turn.
  ///
  /// ```swift
  /// let (task, number) = await store.send(.posted("Hello"), returning: { $0.messages.count })
  /// ```
  ///
  /// The state is that after the action and the actions that reducers returned with `.send`; no other action
  /// comes in between. If the store is saved, the turn may not be saved yet.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - read: Reads the state. It must not store it.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A handle for the effects of the action and everything that they cause, and the result of
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
    return (task, readState(read))
  }

  /// Reduces an action as ``trySend(_:)`` does, and reads the state in the same turn.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - read: Reads the state. It must not store it.
  /// - Returns: A handle for the effects of the action and everything that they cause, and the result of
  ///   `read`.
  /// - Throws: The errors of ``trySend(_:)``. Then the action isn't reduced, and the state isn't read.
  @discardableResult
  public func trySend<Value: Sendable>(
    _ action: Action,
    returning read: @Sendable (borrowing State) -> Value
  ) throws(StoreClosed) -> (task: StoreTask, value: Value) {
    let task = try trySend(action)
    return (task, readState(read))
  }

  /// The runtime of the tree of stores.
  nonisolated var runtime: Runtime {
    defer { _fixLifetime(self) }
    return root?._withUnsafeGuaranteedRef { $0.runtime } ?? core.runtime
  }

  nonisolated var core: any StateAccess<State, Action> {
    switch source {
    case .root(let root): root
    case .view(let view): view
    }
  }

  /// Reads the state in place, without copying it.
  ///
  /// ```swift
  /// let total = await store.withState { state in state.messages.count }
  /// ```
  ///
  /// A scoped store whose state is gone shows the state that was read last.
  ///
  /// - Parameter body: Reads the state. It must not store it.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  public func withState<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.runtime.enter { () throws(Failure) in try core.read(body) }
  }

  /// Whether the state that the store was created for still exists. It is always true for a root store.
  public var isAlive: Bool {
    core.runtime.enter { core.isAlive }
  }

  /// The work that runs in the whole tree of stores, oldest first.
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
/// The closure passed to an actor's own initializer counts as sent to the new actor, so code on the main
/// actor couldn't use its own state in it. An initializer in an extension of a protocol belongs to its
/// caller. The protocol is public because the initializer is.
public protocol _StoreProtocol {}

extension _StoreProtocol {
  /// Creates a store.
  ///
  /// The reducer's `body` is evaluated here, and so are those of the children, to find the effects that they
  /// declare; see <doc:EffectsThatFollowFromState>. The body of a child is evaluated again when the child's
  /// first action comes, once for each operator that embeds the child.
  ///
  /// The store uses the dependencies that are in force here, changed by `updateDependencies`, for its
  /// reducers and their effects. The dependencies of whoever sends an action don't matter. The initial state
  /// and the reducer are created with the store's dependencies, too.
  ///
  /// - Parameters:
  ///   - initialState: The state that the store starts with. The store takes ownership of it.
  ///   - configuration: How the store runs.
  ///   - reducer: The reducer that evolves the state.
  ///   - updateDependencies: Sets dependencies of the store.
  ///   - fileID: The file named in issues about the store.
  ///   - filePath: The path of that file.
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
      root: .make(
        state: initialState,
        reducer: reducer,
        configuration: configuration,
        updateDependencies: updateDependencies,
        location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    )
  }
}

/// The store of a reducer, by the reducer's type: `StoreOf<Counter>` is
/// `Store<Counter.State, Counter.Action>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
