extension Clock where Duration == Swift.Duration {
  /// Sleeps for a duration, and frees what the sleep holds when it is cancelled.
  ///
  /// On the clocks of the standard library it waits in a ``TimerQueue``. Other clocks sleep themselves.
  ///
  /// - Throws: The error that the clock throws: a `CancellationError` when the task is cancelled.
  package nonisolated(nonsending) func promptSleep(for duration: Duration) async throws {
    try await promptSleep(until: now.advanced(by: duration))
  }

  /// Sleeps until a deadline, and frees what the sleep holds when it is cancelled.
  ///
  /// On the clocks of the standard library it waits in a ``TimerQueue``. Other clocks sleep themselves.
  ///
  /// - Throws: The error that the clock throws: a `CancellationError` when the task is cancelled.
  package nonisolated(nonsending) func promptSleep(until deadline: Instant, tolerance: Duration? = nil)
    async throws
  {
    // Another clock may have the instants of these.
    if self is ContinuousClock, let deadline = deadline as? ContinuousClock.Instant {
      try await TimerQueue.continuous.sleep(until: deadline)
    } else if self is SuspendingClock, let deadline = deadline as? SuspendingClock.Instant {
      try await TimerQueue.suspending.sleep(until: deadline)
    } else {
      try await sleep(until: deadline, tolerance: tolerance)
    }
  }
}
