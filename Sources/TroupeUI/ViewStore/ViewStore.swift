public import Observation
public import Troupe

/// A store as a user interface uses it: on the main actor, without `await`.
///
/// ```swift
/// let viewStore = ViewStore(initialState: Counter.State()) { Counter() }
/// viewStore.send(.incremented)
/// print(viewStore.count)
/// ```
///
/// It has the members of the state. What is read of them in `withObservationTracking` is tracked, member by
/// member: its `onChange` is called when one of those that were read has changed, and not when others have.
/// `ObservedState` tells what counts as a member.
///
/// `onChange` is called at the end of the turn that has changed something, once, and sees the new state. What
/// it sends is reduced in a turn after that. What nobody tracks any more is forgotten.
///
/// Over a store that runs on the main actor, as here, `send` has reduced the action when it returns. Over any
/// other store, a view store is a mirror; see ``init(mirroring:)``.
@MainActor
@dynamicMemberLookup
public final class ViewStore<State: Sendable, Action: Sendable>: Observable {
  /// The store that is shown. It is on the main actor.
  package nonisolated let store: Store<State, Action>
  let reads: TrackedReads<State, Action>
  var children = ViewStoreChildren()
  /// Has the child dismissed whose state this is, or is in; nil where nothing can be.
  let dismissal: (@MainActor () -> Void)?

  /// Whether what is sent is enqueued in another store.
  let isMirror: Bool

  init(
    onMainActor store: Store<State, Action>,
    isMirror: Bool = false,
    dismissal: (@MainActor () -> Void)? = nil
  ) {
    self.store = store
    self.isMirror = isMirror
    self.dismissal = dismissal
    let relay = ReadRelay<State, Action>()
    reads = TrackedReads(store, offer: { relay.offer($0) }, tell: { relay.tell($0) })
    relay.viewStore = self
  }

  /// Makes the view of a store that runs on the main actor.
  ///
  /// - Parameter store: The store, made with `StoreConfiguration.mainActor`. For another one, use
  ///   ``init(mirroring:)``.
  public convenience init(_ store: Store<State, Action>) {
    precondition(
      store.isOnMainActor,
      "A view store needs a store with the configuration `.mainActor`. Use `await ViewStore(mirroring:)` for others."
    )
    self.init(onMainActor: store)
  }

  /// Makes a store that runs on the main actor, and the view of it.
  ///
  /// - Parameters:
  ///   - initialState: The state that the store starts with.
  ///   - reducer: The reducer that evolves the state.
  ///   - updateDependencies: Sets dependencies of the store.
  ///   - fileID: The file named in issues about the store.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues about the store.
  ///   - column: The column named in issues about the store.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      onMainActor: Store(
        initialState: initialState(),
        configuration: .mainActor,
        reducer: reducer,
        withDependencies: updateDependencies,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    )
  }

  /// Reduces an action, and starts the effects that it causes.
  ///
  /// When it returns, the state is that after the turn. What was enqueued before is reduced first. An action
  /// that is sent from inside of a turn, such as from `onChange`, is reduced in a turn of its own when that
  /// is over. After the store was shut down, and where the child that is shown has gone, the action isn't
  /// reduced, which is an issue.
  ///
  /// Through a mirror the action is enqueued, and the handle stands for nothing.
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: The handle of the effects, and of all that they cause.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    store.assumeIsolated { $0.send(action) }
  }

  /// Whether the state that is shown is still there; false only for that of a child.
  public var isAlive: Bool { reads.isAlive }

  /// Has the parent dismiss the child that is shown.
  ///
  /// A presented child's parent gets `PresentationAction.dismiss`, that of an element of a stack
  /// `StackAction.popFrom(id:)`. A part of a child, or a case of it, dismisses that child. When the child
  /// has gone already, nothing happens. Where nothing can be dismissed, as for a row or a root, that is an
  /// issue.
  ///
  /// - Parameters:
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func dismiss(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    guard isAlive else { return }
    if let dismissal { return dismissal() }
    reportIssue(
      """
      A view store was to be dismissed that can't be: nothing presents \(State.self) with a `PresentationAction`, or as \
      an element of a stack. Send an action that has its parent take it away.
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  // MARK: Tracking

  private let registrar = ObservationRegistrar()

  /// What the registrar knows a read by.
  nonisolated subscript(read token: ReadToken) -> Void { () }

  fileprivate func offer(_ token: ReadToken) { registrar.access(self, keyPath: \.[read: token]) }

  fileprivate func tell(_ token: ReadToken) { registrar.withMutation(of: self, keyPath: \.[read: token]) {} }
}

/// Brings a view store what its reads have to say. It doesn't keep it alive.
@MainActor
private final class ReadRelay<State: Sendable, Action: Sendable> {
  weak var viewStore: ViewStore<State, Action>?

  nonisolated init() {}

  // The reads are used on the executor of the store, which is the main actor's.
  nonisolated func offer(_ token: ReadToken) { MainActor.assumeIsolated { viewStore?.offer(token) } }

  nonisolated func tell(_ token: ReadToken) { MainActor.assumeIsolated { viewStore?.tell(token) } }
}

// By identity: `viewStore.id` is that of the object, `viewStore.state.id` that of the state.
extension ViewStore: Hashable, Identifiable {
  /// Whether they are the same object.
  public nonisolated static func == (lhs: ViewStore, rhs: ViewStore) -> Bool { lhs === rhs }

  /// Hashes the object's identity.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ViewStore {
  /// Whether anything is kept for those who track what they read.
  package var isTracked: Bool { reads.isTracked }
}
