/// The runtime of a feature: an actor that holds its state, reduces its actions and runs its effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// await store.send(.incremented)
/// print(await store.count)
/// ```
///
/// A store is the root of a tree of features, or a view on a part of one, got by `scope`; both are the same
/// type. All stores of a tree run on one executor. Releasing the last of them cancels the effects; use
/// ``shutdown(within:cancellationGrace:clock:)`` or ``withStore(initialState:configuration:onReturn:reducer:withDependencies:operation:fileID:filePath:line:column:)`` to end them
/// in an orderly way.
///
/// Actions that one task sends are reduced in the order sent. Each is reduced in a turn: the reducer runs,
/// then the actions that it sent synchronously are reduced in order, then effects start, then observers are
/// told. Nothing suspends in between.
@dynamicMemberLookup
public actor Store<State, Action: Sendable>: _StoreProtocol {
  enum Core {
    case root(RootCore<State, Action>)
    case view(any StateAccess<State, Action>)
  }

  nonisolated let source: Core
  nonisolated let home: any Actor
  /// The core of a root store, once more: what is got out of `source` is counted, and each send would do it.
  ///
  /// - Note: Unmanaged, as `source` keeps it as long as there is the store; `StressTests` under the sanitizers would catch a
  ///   use after that.
  private nonisolated let root: Unmanaged<RootCore<State, Action>>?

  /// The executor that all stores of the tree share.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { home.unownedExecutor }

  init(root: RootCore<State, Action>) {
    self.source = .root(root)
    self.root = .passUnretained(root)
    self.home = root.home
  }

  init(view core: some StateAccess<State, Action>) {
    self.source = .view(core)
    self.root = nil
    self.home = core.runtime.home
  }

  /// Reduces an action, and starts the effects that it causes.
  ///
  /// From outside of the store it is called with `await`, and resumes when the turn is over that reduced this
  /// very action. What was enqueued before is reduced first. The effects go on. Cancelling the calling task
  /// has no influence. After the store was shut down, and in a scoped store whose state has gone, the action
  /// is not reduced, which is an issue, and ``StoreTask/wasReduced`` is false; ``trySend(_:)`` throws instead.
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: The handle of the effects, and of all that they cause.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    // The root is called directly: a call through the existential costs as much as the rest of a turn.
    // The store, which keeps the core, lives until the core has returned.
    defer { _fixLifetime(self) }
    return root?._withUnsafeGuaranteedRef { $0.send(action) } ?? core.send(action)
  }

  /// Reduces an action, as ``send(_:)`` does, or throws where the store takes none.
  ///
  /// It is for those who can't know whether the store still runs, such as the handler of a request. That the store is
  /// closed is no issue then. Cancelling the calling task has no influence.
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
  /// - Returns: The handle of the effects, and of all that they cause.
  /// - Throws: ``StoreClosed/shutDown`` when the store was shut down, or is being shut down; ``StoreClosed/stateGone``
  ///   when the state that a scoped store was made for has gone. The action is then not reduced.
  @discardableResult
  public func trySend(_ action: Action) throws(StoreClosed) -> StoreTask {
    let core = core
    core.runtime.takeMail()
    if let closed = core.closed { throw closed }
    return core.submit(action)
  }

  nonisolated var core: any StateAccess<State, Action> {
    switch source {
    case .root(let root): root
    case .view(let view): view
    }
  }

  /// Puts an action into the store's inbox, from anywhere and without waiting.
  ///
  /// Enqueued actions are reduced in the order of the calls, each in a turn of its own, soon, and before any
  /// action that the same task sends afterwards. They keep the store alive until then. They are reduced, and their
  /// effects run, under no task-locals of a caller's, unless ``StoreConfiguration/actionContext`` carries some.
  ///
  /// - Parameter action: The action to reduce.
  /// - Throws: An ``InboxError``; in a closure of several statements, `do throws(InboxError)` keeps its type.
  ///   ``InboxError/full(capacity:)`` when the inbox is full and its policy is to reject,
  ///   ``InboxError/closed`` when the store has been shut down. The action is then not enqueued.
  public nonisolated func enqueue(_ action: Action) throws(InboxError) {
    try core.enqueue(action, gate: nil)
  }

  /// Reads the state in place, without copying it.
  ///
  /// In a scoped store whose state has gone, it is the state that was read last.
  ///
  /// - Parameter body: Reads the state. It must not keep it.
  public func withState<Result: Sendable, Failure: Error>(
    _ body: @Sendable (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    core.runtime.takeMail()
    return try core.read(body)
  }

  /// Whether the state that the store was made for is still there; false only for a scoped store.
  public var isAlive: Bool {
    core.runtime.takeMail()
    return core.isAlive
  }

  /// The work that runs in the whole tree of stores, oldest first.
  public var runningEffects: [EffectSnapshot] {
    core.runtime.takeMail()
    return core.runtime.snapshots
  }

  /// What the whole tree of stores has counted.
  public var statistics: StoreStatistics {
    core.runtime.takeMail()
    return core.runtime.statistics
  }
}

extension Store where State: Sendable {
  /// A copy of the state.
  ///
  /// In a scoped store whose state has gone, it is the state that was read last.
  public var state: State { withState { copy $0 } }
}

extension Store {
  /// A copy of a member of the state, as in `await store.count`.
  public subscript<Value: Sendable>(dynamicMember member: any KeyPath<State, Value> & Sendable) -> Value {
    withState { $0[keyPath: member] }
  }
}

/// What ``Store`` conforms to so that its initialiser can be called from any isolation.
///
/// The closure that an actor's own initialiser is given counts as sent to the new actor, so that code on the main actor
/// could not use its own state in it. An initialiser in an extension of a protocol belongs to its caller.
public protocol _StoreProtocol {}

extension _StoreProtocol {
  /// Makes a store.
  ///
  /// The reducer's `body` is evaluated here. That of a child is evaluated when the child's first action comes, once for
  /// each operator that embeds the child.
  ///
  /// The dependencies in force here, changed by `updateDependencies`, are those of the store: of its reducers and their
  /// effects, whoever sends the actions and whatever is in force there. The initial state and the reducer are made
  /// under them, too.
  ///
  /// - Parameters:
  ///   - initialState: The state that the store starts with. The store takes it over.
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

/// The store of a reducer.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>
