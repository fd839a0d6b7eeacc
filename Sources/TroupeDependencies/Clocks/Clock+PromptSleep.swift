extension Clock where Duration == Swift.Duration {
  /// Sleeps for a duration, and releases the sleep's memory immediately if the task is cancelled.
  ///
  /// On the standard library's clocks, the call waits in a ``TimerQueue``. On other clocks, it uses the
  /// clock's own `sleep` method.
  ///
  /// - Throws: The clock's error, which is a `CancellationError` if the task is cancelled.
  package nonisolated(nonsending) func promptSleep(for duration: Duration) async throws {
    try await promptSleep(until: now.advanced(by: duration))
  }

  /// Sleeps until a deadline, and releases the sleep's memory immediately if the task is cancelled.
  ///
  /// On the standard library's clocks, the call waits in a ``TimerQueue``. On other clocks, it uses the
  /// clock's own `sleep` method.
  ///
  /// - Throws: The clock's error, which is a `CancellationError` if the task is cancelled.
  package nonisolated(nonsending) func promptSleep(until deadline: Instant, tolerance: Duration? = nil)
    async throws
  {
    // Another clock may use the same type of instants.
    if MachineTime.isVirtual {
      // The test's scheduler frees a cancelled sleep. The timer queue would mix the waits of several tests.
      try await sleep(until: deadline, tolerance: tolerance)
    } else if self is ContinuousClock, let deadline = deadline as? ContinuousClock.Instant {
      try await TimerQueue.continuous.sleep(until: deadline)
    } else if self is SuspendingClock, let deadline = deadline as? SuspendingClock.Instant {
      try await TimerQueue.suspending.sleep(until: deadline)
    } else {
      try await sleep(until: deadline, tolerance: tolerance)
    }
  }
}
