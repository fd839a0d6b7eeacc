/// The stores of an optional child as an asynchronous sequence.
///
/// The method `children(state:action:)` of ``Store`` creates the sequence.
public struct StoreChildren<State, Action: Sendable>: AsyncSequence, Sendable {
  let isolation: any Actor
  let follow: @Sendable () -> any ChildFollower<State, Action>

  /// Returns an iterator. Each iterator has a separate position in the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(isolation: isolation, follower: follow()) }

  /// The iterator of ``StoreChildren``.
  public struct Iterator: AsyncIteratorProtocol {
    private let isolation: any Actor
    private let follower: any ChildFollower<State, Action>

    fileprivate init(isolation: any Actor, follower: any ChildFollower<State, Action>) {
      self.isolation = isolation
      self.follower = follower
    }

    /// Returns the current child's store on the first call, and the store of each new child on later calls.
    /// If no child exists, the result is `.some(nil)`.
    ///
    /// The call resumes as soon as the current child differs from the child that was last delivered. The
    /// result is nil when the store has been shut down or released, when the store's state is gone, or when
    /// the task is cancelled.
    public mutating func next() async -> Store<State, Action>?? {
      while !Task.isCancelled {
        switch await follower.fetch(on: isolation) {
        case .ended:
          return nil
        case .nothingNew:
          await follower.signal.wait()
          if Task.isCancelled { await follower.stop(on: isolation) }
        case .unsaved(let child, let core, let turn):
          guard await core.runtime.waitUntilSaved(turn, on: isolation) else { return nil }
          return .some(child)
        case .child(let child):
          return .some(child)
        }
      }
      return nil
    }
  }
}

@available(*, unavailable)
extension StoreChildren.Iterator: Sendable {}

/// The next result for a consumer that follows a child.
enum ChildNews<State, Action: Sendable>: Sendable {
  case child(Store<State, Action>?)
  /// A child whose turn isn't saved yet.
  case unsaved(Store<State, Action>?, any AnyStoreCore, turn: UInt64)
  /// The child hasn't changed. The signal fires when the child may have changed.
  case nothingNew
  case ended
}

/// Follows a child for one consumer.
protocol ChildFollower<State, Action>: AnyObject, Sendable {
  associatedtype State
  associatedtype Action: Sendable

  var signal: Signal { get }
  func fetch(on isolation: isolated any Actor) -> ChildNews<State, Action>
  /// Stops waiting for a change.
  func stop(on isolation: isolated any Actor)
}

/// Follows a part of a store's state for one consumer, and keeps neither the store nor the part's store
/// alive.
///
/// - Note: The class is `@unchecked Sendable`, like the ``Runtime`` in which it waits, because its members,
///   apart from the signal, are used only on the store's executor. `StoreChildrenTests` under the thread
///   sanitizer would catch any other use.
final class PartFollower<ParentState, ParentAction: Sendable, State, Action: Sendable>: ChildFollower,
  TurnWaiter, @unchecked Sendable
{
  typealias Parent = StateCore<ParentState, ParentAction>

  /// The child that was last delivered.
  private enum Last {
    case nothing
    case noChild
    /// The child's node, which identifies the child and retains no state.
    case child(ScopedNode<State>)
  }

  typealias Found = (state: State, node: ScopedNode<State>)

  let signal = Signal()
  private let parent: Weak<Parent>
  private let access: OptionalLens<ParentState, OnlyChild, State>
  private let scope: (Parent, Found) -> Store<State, Action>
  private var last = Last.nothing
  /// The waiter's number in the runtime.
  private var number: UInt64 = 0

  init(
    parent: Weak<Parent>,
    access: OptionalLens<ParentState, OnlyChild, State>,
    scope: @escaping (Parent, Found) -> Store<State, Action>
  ) {
    self.parent = parent
    self.access = access
    self.scope = scope
  }

  func fetch(on isolation: isolated any Actor) -> ChildNews<State, Action> {
    guard let parent = parent.value else { return .ended }
    return parent.runtime.enter { news(parent) }
  }

  private func news(_ parent: Parent) -> ChildNews<State, Action> {
    let runtime = parent.runtime
    guard parent.isAlive, runtime.turn.lifecycle != .closed else { return .ended }
    guard hasNews(parent) else {
      number = runtime.changeObservers { $0.add(self) }
      return .nothingNew
    }
    let child = take(parent)
    guard let saveQueue = runtime.saveQueue, !saveQueue.isEverythingSaved else { return .child(child) }
    return .unsaved(child, runtime.core, turn: saveQueue.newest)
  }

  func stop(on isolation: isolated any Actor) {
    guard let parent = parent.value else { return }
    _ = withExtendedLifetime(parent) { parent.runtime.changeObservers { $0.remove(waiter: number) } }
  }

  private func hasNews(_ parent: Parent) -> Bool {
    switch last {
    case .nothing: true
    case .noChild: isThere(parent)
    case .child(let node): !node.isAlive
    }
  }

  private func isThere(_ parent: Parent) -> Bool {
    var isThere = false
    parent.read { access.visit($0, OnlyChild()) { _, _ in isThere = true } }
    return isThere
  }

  private func take(_ parent: Parent) -> Store<State, Action>? {
    guard let found = access.find(OnlyChild(), of: parent) else {
      last = .noChild
      return nil
    }
    last = .child(found.node)
    return scope(parent, found)
  }

  // MARK: After a turn

  func check(_ turn: UInt64) -> Bool {
    if let parent = parent.value, parent.isAlive, !hasNews(parent) { return false }
    signal.fire()
    return true
  }

  func end() { signal.fire() }
}
