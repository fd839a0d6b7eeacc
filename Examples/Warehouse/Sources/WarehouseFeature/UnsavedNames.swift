import Synchronization

/// The names of warehouses that aren't saved.
final class UnsavedNames: Sendable {
  private let names = Mutex<Set<String>>([])

  /// Adds a name, and returns whether it is new.
  func insert(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

  func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }

  func first(_ limit: Int, after name: String) -> [String] {
    Array(names.withLock { $0 }.filter { $0 > name }.sorted().prefix(limit))
  }
}
