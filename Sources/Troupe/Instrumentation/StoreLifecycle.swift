import Synchronization

/// The creation or the release of a tree of stores; see ``StoreConfiguration/lifecycleLog``.
public struct StoreLifecycleEvent: Sendable, CustomStringConvertible {
  /// The kind of an event.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    /// A store was created with a state and a reducer.
    public static let created = Kind(description: "created")

    /// The last store of the tree was released. Effects that are still running are cancelled.
    public static let released = Kind(description: "released")
  }

  /// The kind of the event.
  public let kind: Kind

  /// The number of the tree of stores, which is unique in the process.
  public let number: UInt64

  /// The store's type, and the store's name or, if the store has no name, the location at which the store was
  /// created.
  public let store: String

  /// The event as text on one line, such as `created: Store<State, Action> "checkout" #3`.
  public var description: String { "\(kind): \(store) #\(number)" }
}

/// Logs the creation and the release of a store. The store's reducer owns this object.
final class StoreLifetime: Sendable {
  private static let count = Atomic<UInt64>(0)

  private let log: @Sendable (StoreLifecycleEvent) -> Void
  private let number = StoreLifetime.count.add(1, ordering: .relaxed).newValue
  private let store: String

  init(of store: String, log: @escaping @Sendable (StoreLifecycleEvent) -> Void) {
    self.log = log
    self.store = store
    tell(.created)
  }

  deinit { tell(.released) }

  private func tell(_ kind: StoreLifecycleEvent.Kind) {
    log(StoreLifecycleEvent(kind: kind, number: number, store: store))
  }
}
