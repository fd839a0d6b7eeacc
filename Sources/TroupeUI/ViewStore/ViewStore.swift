public import Observation
public import Troupe

/// A store for use by a user interface: on the main actor, without `await`.
///
/// ```swift
/// let viewStore = ViewStore(initialState: Counter.State()) { Counter() }
/// viewStore.send(.incremented)
/// print(viewStore.count)
/// ```
///
/// It has the members of the state. `withObservationTracking` tracks each member that is read: it calls
/// `onChange` when one of these members has changed, but not when others have. `ObservedState` describes what
/// counts as a member.
///
/// `onChange` is called once, at the end of the turn that made the change, and sees the new state. Actions
/// that it sends are reduced in a later turn. The view store keeps nothing for members that are no longer
/// tracked.
///
/// If the store runs on the main actor, as here, `send` has reduced the action when it returns. For any other
/// store, a view store is a mirror; see ``init(mirroring:fileID:filePath:line:column:)``.
@MainActor
@dynamicMemberLookup
public final class ViewStore<State: Sendable, Action: Sendable>: Observable {
  /// The store that this view store shows. It runs on the main actor.
  package nonisolated let store: Store<State, Action>
  let reads: TrackedReads<State, Action>
  var children = ViewStoreChildren()
  /// Dismisses the child that has this state or contains it; nil if nothing can be dismissed.
  let dismissal: (@MainActor (CallSite) -> Void)?

  /// Whether actions are enqueued in another store.
  let isMirror: Bool
  /// The view store that notifies trackers of this one's values, if this one may be gone before those values
  /// change; nil if it notifies them itself.
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
      "A view store needs a store with the configuration `.mainActor`. Use `await ViewStore(mirroring:)` for others."
    )
    self.init(onMainActor: store)
  }

  /// Creates a store that runs on the main actor, and its view store.
  ///
  /// - Parameters:
  ///   - initialState: The state that the store starts with.
  ///   - reducer: The reducer that evolves the state.
  ///   - updateDependencies: Changes the store's dependencies.
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
  /// When it returns, the state is the state after the turn. Actions that were enqueued before are reduced
  /// first. An action that is sent during a turn, for example from `onChange`, is reduced in a separate turn
  /// afterwards. If the store was shut down, or the child that this view store shows is gone, the action
  /// isn't reduced, and an issue is reported.
  ///
  /// A mirror enqueues the action, and the returned handle has no effects.
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
    send(action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @discardableResult
  func send(_ action: Action, at location: CallSite) -> StoreTask {
    let send = { @MainActor [store] in store.assumeIsolated { $0.send(action, at: location) } }
    return isMirror ? MirroredSend.$location.withValue(location, operation: send) : send()
  }

  /// Whether the state that this view store shows still exists. It can only be false for a child's state.
  public var isAlive: Bool { reads.isAlive }

  /// Asks the parent to dismiss the child that this view store shows.
  ///
  /// The parent of a presented child gets `PresentationAction.dismiss`; the parent of a stack element gets
  /// `StackAction.popFrom(id:)`. The view store of a part or a case of a child dismisses that child. If the
  /// child is already gone, nothing happens. If nothing can be dismissed, as for a row or a root, an issue is
  /// reported.
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
    dismiss(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func dismiss(at location: CallSite) {
    guard isAlive else { return }
    if let dismissal { return dismissal(location) }
    reportIssue(
      """
      A view store that can't be dismissed was dismissed: \(State.self) is not presented with a `PresentationAction`, or as \
      an element of a stack. Send an action that makes its parent remove it.
      """,
      at: location
    )
  }

  // MARK: Tracking

  private let registrar = ObservationRegistrar()

  /// The property with which the registrar identifies a read.
  nonisolated subscript(read token: ReadToken) -> Void { () }

  func offer(_ token: ReadToken) { registrar.access(self, keyPath: \.[read: token]) }

  func tell(_ token: ReadToken) { registrar.withMutation(of: self, keyPath: \.[read: token]) {} }
}

/// A view store that notifies trackers of values that were read.
@MainActor
protocol ReadNotifier: AnyObject {
  func offer(_ token: ReadToken)
  func tell(_ token: ReadToken)
}

extension ViewStore: ReadNotifier {}

/// Forwards the changes of reads to a view store, without keeping it alive.
@MainActor
private final class ReadRelay {
  weak var notifier: (any ReadNotifier)?

  nonisolated init() {}

  // The reads are used on the store's executor, which is the main actor's.
  nonisolated func offer(_ token: ReadToken) { MainActor.assumeIsolated { notifier?.offer(token) } }

  nonisolated func tell(_ token: ReadToken) { MainActor.assumeIsolated { notifier?.tell(token) } }
}

// By identity: `viewStore.id` is the object's identity, `viewStore.state.id` the state's.
extension ViewStore: Hashable, Identifiable {
  /// Returns whether two view stores are the same object.
  public nonisolated static func == (lhs: ViewStore, rhs: ViewStore) -> Bool { lhs === rhs }

  /// Hashes the object's identity.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ViewStore {
  /// Whether the view store keeps anything for tracked reads.
  package var isTracked: Bool { reads.isTracked }
}
