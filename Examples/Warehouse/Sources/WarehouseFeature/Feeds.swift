import Synchronization
import Troupe

/// The feeds of the warehouses that are open, by their names.
///
/// A feed is kept as long as its store, so that who has lost a connection can go on where it was.
final class Feeds: Sendable {
  private let feeds = Mutex<[String: StoreFeed<String>]>([:])

  subscript(name: String) -> StoreFeed<String>? { feeds.withLock { $0[name] } }

  func add(_ feed: StoreFeed<String>, for name: String) { feeds.withLock { $0[name] = feed } }

  /// A configuration with which a store removes its feed when it is released.
  func removing<Action>(
    _ name: String,
    with configuration: StoreConfiguration<Action>
  ) -> StoreConfiguration<Action> {
    var configuration = configuration
    configuration.lifecycleLog = { [weak self, log = configuration.lifecycleLog] event in
      log?(event)
      if event.kind == .released { self?.remove(name) }
    }
    return configuration
  }

  private func remove(_ name: String) {
    // Released outside of the lock: it is the last reference.
    let feed = feeds.withLock { $0.removeValue(forKey: name) }
    _ = feed
  }
}
