import Synchronization
import Troupe

/// The feeds of the warehouses that are open, by their names.
///
/// A feed is kept as long as its store, so that who has lost a connection can go on where it was.
final class Feeds: Sendable {
  /// Stands for a store, before there is one.
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
    // A later store of the name may have a feed already. The feed is released outside of the lock.
    let removed = feeds.withLock { $0[name]?.place === place ? $0.removeValue(forKey: name) : nil }
    withExtendedLifetime(removed) {}
  }
}
