import Synchronization
import Troupe

/// The feeds of the open warehouses, by their names.
///
/// A feed is kept as long as its store, so that a client that has lost its connection can continue where it
/// was.
final class Feeds: Sendable {
  /// A placeholder until there is a store.
  final class Place: Sendable {}

  private let feeds = Mutex<[String: (place: Place, feed: StoreFeed<ItemEvent>)]>([:])

  /// The warehouses that are open.
  var names: [String] { feeds.withLock { Array($0.keys) } }

  subscript(name: String) -> StoreFeed<ItemEvent>? { feeds.withLock { $0[name]?.feed } }

  func add(_ feed: StoreFeed<ItemEvent>, for name: String, at place: Place) {
    feeds.withLock { $0[name] = (place, feed) }
  }

  /// A configuration with which a store removes its feed when it is released.
  func configuration<Action>(
    _ configuration: StoreConfiguration<Action>,
    removing name: String,
    at place: Place
  ) -> StoreConfiguration<Action> {
    var configuration = configuration
    configuration.lifecycleLog = { [weak self, log = configuration.lifecycleLog] event in
      if event.kind == .released { self?.remove(name, at: place) }
      log?(event)
    }
    return configuration
  }

  private func remove(_ name: String, at place: Place) {
    // A later store of the same name may have a feed already. The feed is released outside the lock.
    let removed = feeds.withLock { $0[name]?.place === place ? $0.removeValue(forKey: name) : nil }
    withExtendedLifetime(removed) {}
  }
}
