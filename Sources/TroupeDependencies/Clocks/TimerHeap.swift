/// A wait in a ``TimerQueue``.
///
/// The queue's lock guards the mutable properties. `TimerQueueTests` runs under the thread sanitizer.
final class TimerWait<Instant: InstantProtocol>: @unchecked Sendable {
  let deadline: Instant
  fileprivate var continuation: UnsafeContinuation<Void, any Error>?
  fileprivate var position = 0
  fileprivate var isCancelled = false

  init(deadline: Instant) {
    self.deadline = deadline
  }
}

/// The waits of a ``TimerQueue``, ordered by deadline, and the sleeps that will end them.
struct TimerHeap<Instant: InstantProtocol> {
  enum Added {
    /// The task was cancelled before the wait started.
    case isCancelled
    /// The wait is in the heap. If there is an instant, a sleep until that instant must start.
    case waits(sleep: Instant?)
  }

  /// The maximum number of waits that end while the lock is held. Between two batches, other tasks can add
  /// waits.
  private static var batch: Int { 64 }

  /// A binary heap: the wait at `n` is due no later than the waits at `2n + 1` and `2n + 2`.
  private var waits: [TimerWait<Instant>] = []
  /// The deadlines of the running sleeps, the earliest last.
  private(set) var sleeps: [Instant] = []

  var count: Int { waits.count }

  mutating func add(_ wait: TimerWait<Instant>, _ continuation: UnsafeContinuation<Void, any Error>) -> Added
  {
    if wait.isCancelled { return .isCancelled }
    wait.continuation = continuation
    wait.position = waits.count
    waits.append(wait)
    rise(wait)
    return .waits(sleep: nextSleep())
  }

  /// Marks a wait as cancelled, and returns its continuation if the wait has started and hasn't ended.
  mutating func cancel(_ wait: TimerWait<Instant>) -> UnsafeContinuation<Void, any Error>? {
    wait.isCancelled = true
    guard wait.continuation != nil else { return nil }
    return remove(wait)
  }

  /// Records that a sleep has ended.
  mutating func ended(_ sleep: Instant) {
    if let index = sleeps.lastIndex(of: sleep) { sleeps.remove(at: index) }
  }

  /// Removes a batch of due waits; the result is empty if none is due.
  mutating func takeDue(at now: Instant) -> [UnsafeContinuation<Void, any Error>] {
    var due: [UnsafeContinuation<Void, any Error>] = []
    while due.count < Self.batch, let first = waits.first, first.deadline <= now,
      let continuation = remove(first)
    {
      due.append(continuation)
    }
    return due
  }

  /// Returns the deadline of the sleep to start if the first wait is due before all running sleeps end, and
  /// nil otherwise.
  mutating func nextSleep() -> Instant? {
    guard let first = waits.first?.deadline else { return nil }
    if let sleep = sleeps.last, sleep <= first { return nil }
    sleeps.append(first)
    return first
  }

  private mutating func remove(_ wait: TimerWait<Instant>) -> UnsafeContinuation<Void, any Error>? {
    let last = waits.removeLast()
    if last !== wait {
      last.position = wait.position
      waits[last.position] = last
      rise(last)
      sink(last)
    }
    // Memory is released after a burst of waits.
    if waits.count >= Self.batch, waits.count * 4 < waits.capacity { waits = Array(waits) }
    defer { wait.continuation = nil }
    return wait.continuation
  }

  private mutating func rise(_ wait: TimerWait<Instant>) {
    while wait.position > 0 {
      let parent = waits[(wait.position - 1) / 2]
      guard wait.deadline < parent.deadline else { return }
      exchange(parent, wait)
    }
  }

  private mutating func sink(_ wait: TimerWait<Instant>) {
    while true {
      let left = 2 * wait.position + 1
      guard left < waits.count else { return }
      let isRight = left + 1 < waits.count && waits[left + 1].deadline < waits[left].deadline
      let child = waits[isRight ? left + 1 : left]
      guard child.deadline < wait.deadline else { return }
      exchange(wait, child)
    }
  }

  /// Swaps a wait with a wait below it in the heap.
  private mutating func exchange(_ upper: TimerWait<Instant>, _ lower: TimerWait<Instant>) {
    swap(&upper.position, &lower.position)
    waits[upper.position] = upper
    waits[lower.position] = lower
  }
}
