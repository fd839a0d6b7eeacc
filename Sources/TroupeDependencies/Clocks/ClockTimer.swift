import TroupeDiagnostics

extension Clock where Duration == Swift.Duration {
  /// Returns an asynchronous sequence of ticks at a steady interval.
  ///
  /// ```swift
  /// .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
  /// }
  /// ```
  ///
  /// The first tick is due one interval after the first call of `next()`. If several ticks are missed between
  /// two calls, only the last is delivered, and immediately. Later ticks are delivered when they are due.
  ///
  /// - Parameters:
  ///   - interval: The time from one tick to the next; more than zero.
  ///   - tolerance: The maximum delay of a tick. Some clocks use it to save energy.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    precondition(interval > .zero, "The interval of a timer must be positive.")
    return ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}

/// The sequence of a clock's ticks that `timer(interval:tolerance:)` returns.
public struct ClockTimer: AsyncSequence, Sendable {
  fileprivate let clock: AnyClock
  fileprivate let interval: Duration
  fileprivate let tolerance: Duration?

  /// Creates an iterator whose ticks are independent of other iterators.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// The iterator of a ``ClockTimer``.
  public struct Iterator: AsyncIteratorProtocol {
    private let timer: ClockTimer
    /// The time at which the last tick was due. Before the first tick, the time of the first call.
    private var last: AnyClock.Instant?

    fileprivate init(timer: ClockTimer) { self.timer = timer }

    /// Waits for the next tick, and returns the clock's time.
    ///
    /// The method resumes when the tick is due. It returns nil if the task is cancelled. If the clock throws
    /// another error, the method reports an issue and ends the sequence.
    public mutating func next() async -> AnyClock.Instant? {
      let due = nextTick(after: last ?? timer.clock.now)
      last = due
      do {
        try await timer.clock.sleep(until: due, tolerance: timer.tolerance)
        return timer.clock.now
      } catch is CancellationError {
        return nil
      } catch {
        reportIssue(
          """
          A timer ended because its clock threw an error: \(IssueText.error(error)). A clock may throw from `sleep` only when the \
          task is cancelled.
          """
        )
        return nil
      }
    }

    private func nextTick(after last: AnyClock.Instant) -> AnyClock.Instant {
      let due = last.advanced(by: timer.interval)
      let late = due.duration(to: timer.clock.now)
      guard late >= timer.interval else { return due }
      // A `Double` represents any realistic number of ticks exactly.
      return due.advanced(by: timer.interval * (late / timer.interval).rounded(.down))
    }
  }
}

@available(*, unavailable)
extension ClockTimer.Iterator: Sendable {}
