import Synchronization

final class Counter: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func add(_ count: Int = 1) { value.withLock { $0 += count } }
}
