public import Observation
public import Troupe

/// A store that a user interface uses on the main actor, without `await`.
///
/// ```swift
/// let viewStore = ViewStore(initialState: Counter.State()) { Counter() }
/// viewStore.send(.incremented)
/// print(viewStore.count)
/// ```
///
/// The view store has the members of the state. `withObservationTracking` tracks each member that is read: it
/// calls `onChange` when such a member changes, but not when other members change. `ObservedState` describes
/// which parts of the state count as members.
///
/// `onChange` is called once, at the end of the turn that made the change, and reads the new state. Actions
/// that it sends are reduced in a later turn. The view store stores no data for members that are no longer
/// tracked.
///
/// If the store runs on the main actor, as in this example, `send` has reduced the action when it returns.
/// For any other store, a view store is a mirror; see ``init(mirroring:fileID:filePath:line:column:)``.
@MainActor
@dynamicMemberLookup
public final class ViewStore<State: Sendable, Action: Sendable>: Observable {
  /// The store that this view store shows, which runs on the main actor.
  package nonisolated let store: Store<State, Action>
  let reads: TrackedReads<State, Action>
  var children = ViewStoreChildren()
  /// Dismisses the child that has this state or contains it; nil if no child can be dismissed.
  let dismissal: (@MainActor (CallSite) -> Void)?

  /// Whether this view store is a mirror, which enqueues its actions in another store.
  let isMirror: Bool
  /// The view store that notifies trackers of this view store's values, if this view store may be released
  /// before those values change; nil if this view store notifies them itself.
  let notifier: (any ReadNotifier)?

  init(
    onMainActor store: Store<State, Action>,
    isMirror: Bool = false,
    dismissal: (@MainActor (CallSite) -> Void)? = nil,
    notifier: (any ReadNotifier)? = nil
  ) {
    self.store = store
    self.isMirror = isMirror
    self.dismissal = dismissal
    self.notifier = notifier
    let relay = ReadRelay()
    reads = TrackedReads(
      store,
      keepsItself: notifier != nil,
      offer: { relay.offer($0) },
      tell: { relay.tell($0) }
    )
    relay.notifier = notifier ?? self
  }

  /// Creates a view store for a store that runs on the main actor.
  ///
  /// - Parameter store: The store, created with `StoreConfiguration.mainActor`. For any other store, use
  ///   ``init(mirroring:fileID:filePath:line:column:)``.
  public convenience init(_ store: Store<State, Action>) {
    precondition(
      store.isOnMainActor,
      "A view store needs a store with the configuration `.mainActor`. Use `await ViewStore(mirroring:)` for other stores."
    )
    self.init(onMainActor: store)
  }

  /// Creates a store that runs on the main actor, and a view store for it.
  ///
  /// - Parameters:
  ///   - initialState: The store's initial state.
  ///   - reducer: The reducer that evolves the state.
  ///   - updateDependencies: A closure that changes the store's dependencies.
  ///   - fileID: The file named in issues about the store.
  ///   - filePath: The file's path.
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

  /// Reduces an action and starts the effects that it causes.
  ///
  /// When the method returns, the view store shows the state after the turn. Actions that were enqueued
  /// earlier are reduced first. An action that is sent during a turn, for example from `onChange`, is reduced
  /// in a separate turn afterwards. If the store was shut down, or if the child that this view store shows
  /// was removed, the action isn't reduced, and an issue is reported.
  ///
  /// A mirror enqueues the action, and the returned handle has no effects.
  ///
  /// - Parameters:
  ///   - action: The action to reduce.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  /// - Returns: A handle for the action's effects and everything that they cause.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    send(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @discardableResult
  func send(_ action: Action, at location: CallSite) -> StoreTask {
    let send = { @MainActor [store] in store.assumeIsolated { $0.send(action, at: location) } }
    return isMirror ? MirroredSend.$location.withValue(location, operation: send) : send()
  }

  /// Whether the state that this view store shows still exists. The property can be false only for a child's
  /// state.
  public var isAlive: Bool { reads.isAlive }

  /// Asks the parent to dismiss the child that this view store shows.
  ///
  /// The parent of a presented child gets `PresentationAction.dismiss`, and the parent of a stack element
  /// gets `StackAction.popFrom(id:)`. If the view store shows a part or a case of a child, that child is
  /// dismissed. If the child was already removed, the call has no effect. If no child can be dismissed, as
  /// for a row or a root, an issue is reported.
  ///
  /// - Parameters:
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func dismiss(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    dismiss(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func dismiss(at location: CallSite) {
    guard isAlive else { return }
    if let dismissal { return dismissal(location) }
    reportIssue(
      """
      `dismiss()` was called on a view store that can't be dismissed: \(State.self) is neither presented with a \
      `PresentationAction` nor an element of a stack. Send an action on which the parent removes the child.
      """,
      at: location
    )
  }

  // MARK: Tracking

  private let registrar = ObservationRegistrar()

  /// A subscript whose key path identifies a read to the observation registrar.
  nonisolated subscript(read token: ReadToken) -> Void { () }

  func offer(_ token: ReadToken) { registrar.access(self, keyPath: \.[read: token]) }

  func tell(_ token: ReadToken) { registrar.withMutation(of: self, keyPath: \.[read: token]) {} }
}

/// A view store that notifies trackers of changes to values that were read.
@MainActor
protocol ReadNotifier: AnyObject {
  func offer(_ token: ReadToken)
  func tell(_ token: ReadToken)
}

extension ViewStore: ReadNotifier {}

/// Forwards notifications of changed values to a view store, without keeping it alive.
@MainActor
private final class ReadRelay {
  weak var notifier: (any ReadNotifier)?

  nonisolated init() {}

  // The reads are used on the store's executor, which is the main actor's executor.
  nonisolated func offer(_ token: ReadToken) { MainActor.assumeIsolated { notifier?.offer(token) } }

  nonisolated func tell(_ token: ReadToken) { MainActor.assumeIsolated { notifier?.tell(token) } }
}

// View stores are compared by identity: `viewStore.id` is the object's identity, and `viewStore.state.id` is
// the state's id.
extension ViewStore: Hashable, Identifiable {
  /// Returns whether two references are to the same view store.
  public nonisolated static func == (lhs: ViewStore, rhs: ViewStore) -> Bool { lhs === rhs }

  /// Hashes the view store's identity.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ViewStore {
  /// Whether the view store stores data for tracked reads.
  package var isTracked: Bool { reads.isTracked }
}
