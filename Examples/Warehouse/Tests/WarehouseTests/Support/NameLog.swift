import Synchronization

/// Names of operations, in order.
final class NameLog: Sendable {
  private let names = Mutex<[String]>([])

  var all: [String] { names.withLock { $0 } }

  func add(_ name: String) { names.withLock { $0.append(name) } }
}
