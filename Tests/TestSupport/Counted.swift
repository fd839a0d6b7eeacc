import Troupe

/// Counts its live instances, to show that nothing leaks.
package final class Counted: Sendable {
  private struct Count {
    var live = 0
    var waiters: [(limit: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private static let count = Locked(Count())

  /// The number of instances.
  package static var live: Int { count.withLock { $0.live } }

  package init() { Self.count.withLock { $0.live += 1 } }

  deinit {
    let done = Self.count.withLock { count in
      count.live -= 1
      let done = count.waiters.filter { count.live <= $0.limit }
      count.waiters.removeAll { count.live <= $0.limit }
      return done
    }
    for waiter in done { waiter.continuation.resume() }
  }

  /// Waits until at most this many instances are left: a task releases what it holds shortly after it has
  /// reported its end. A leak makes it wait forever.
  package static func wait(untilAtMost limit: Int) async {
    await withCheckedContinuation { continuation in
      let isDone = count.withLock { count in
        if count.live > limit { count.waiters.append((limit, continuation)) }
        return count.live <= limit
      }
      if isDone { continuation.resume() }
    }
  }
}
