import TroupeDiagnostics

/// Waits on a clock whose memory is released as soon as they are cancelled.
///
/// The concurrency runtime keeps several hundred bytes of a cancelled `sleep` until its deadline. Most waits
/// of operators are cancelled, such as the deadline of a request that is answered. The waits of a queue share
/// a few sleeps: a wait begins a sleep only if it is due before all running sleeps. A sleep that ends begins
/// the next one, if a wait is left that no other sleep covers.
///
/// Adding and removing a wait takes logarithmic time.
package final class TimerQueue<C: Clock>: Sendable where C.Duration == Duration {
  private let clock: C
  private let state = Locked(TimerHeap<C.Instant>())

  package init(clock: C) {
    self.clock = clock
  }

  /// The number of waits, and the number of the runtime's sleeps that they share.
  package var counts: (waits: Int, sleeps: Int) {
    state.withLock { ($0.count, $0.sleeps.count) }
  }

  /// Waits until a deadline.
  ///
  /// - Throws: A `CancellationError`, at once, if the task is cancelled before or during the wait.
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

  /// Begins a sleep of the runtime, which serves all waits that are due at its end.
  private func begin(_ deadline: C.Instant) {
    Task.detached(priority: .high) { [self] in
      // Nothing cancels this task, and the clock only throws an error on cancellation.
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
