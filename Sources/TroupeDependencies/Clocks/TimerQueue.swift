import TroupeDiagnostics

/// A queue of waits on a clock that releases a wait's memory as soon as the wait is cancelled.
///
/// The concurrency runtime keeps several hundred bytes of a cancelled `sleep` until its deadline. Most waits
/// of operators are cancelled, such as the deadline of a request that is answered. The waits of a queue share
/// a few sleeps: a wait starts a sleep only if it is due before all running sleeps. When a sleep ends and no
/// other sleep covers the remaining waits, it starts the next sleep.
///
/// Adding and removing a wait takes logarithmic time.
package final class TimerQueue<C: Clock>: Sendable where C.Duration == Duration {
  private let clock: C
  private let state = Locked(TimerHeap<C.Instant>())

  package init(clock: C) {
    self.clock = clock
  }

  /// The number of waits, and the number of the runtime's sleeps that the waits share.
  package var counts: (waits: Int, sleeps: Int) {
    state.withLock { ($0.count, $0.sleeps.count) }
  }

  /// Waits until a deadline.
  ///
  /// - Throws: A `CancellationError`, immediately, if the task is cancelled before or during the wait.
  package nonisolated(nonsending) func sleep(until deadline: C.Instant) async throws {
    let wait = TimerWait(deadline: deadline)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let added = state.withLock { $0.add(wait, continuation) }
        switch added {
        case .isCancelled: continuation.resume(throwing: CancellationError())
        case .waits(let sleep):
          if let sleep { begin(sleep) }
        }
      }
    } onCancel: {
      state.withLock { $0.cancel(wait) }?.resume(throwing: CancellationError())
    }
    state.acknowledge()
  }

  /// Starts a sleep in the concurrency runtime for all waits that are due by its end.
  private func begin(_ deadline: C.Instant) {
    Task.detached(priority: .high) { [self] in
      // Nothing cancels this task, and the clock throws an error only on cancellation.
      try? await clock.sleep(until: deadline, tolerance: nil)
      state.withLock { $0.ended(deadline) }
      while true {
        let due = state.withLock { [now = clock.now] in $0.takeDue(at: now) }
        for continuation in due { continuation.resume() }
        if due.isEmpty { break }
      }
      if let next = state.withLock({ $0.nextSleep() }) { begin(next) }
    }
  }
}

extension TimerQueue<ContinuousClock> {
  package static let continuous = TimerQueue(clock: ContinuousClock())
}

extension TimerQueue<SuspendingClock> {
  package static let suspending = TimerQueue(clock: SuspendingClock())
}
