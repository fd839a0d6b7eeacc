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
  /// The first tick comes one interval after the iterator is first asked for it. Of the ticks that are missed
  /// between two calls, only the last is delivered, at once. Later ticks come when they are due.
  ///
  /// - Parameters:
  ///   - interval: The time from one tick to the next; more than zero.
  ///   - tolerance: How late a tick may be. Some clocks use it to save energy.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    precondition(interval > .zero, "The interval of a timer is more than zero.")
    return ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}

/// The ticks of a clock, which `timer(interval:tolerance:)` returns.
public struct ClockTimer: AsyncSequence, Sendable {
  fileprivate let clock: AnyClock
  fileprivate let interval: Duration
  fileprivate let tolerance: Duration?

  /// Creates an iterator with its own ticks.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// The iterator of ``ClockTimer``.
  public struct Iterator: AsyncIteratorProtocol {
    private let timer: ClockTimer
    /// The time when the last tick was due; before the first tick, the time when it was asked for.
    private var last: AnyClock.Instant?

    fileprivate init(timer: ClockTimer) { self.timer = timer }

    /// Returns the next tick: the time of the clock.
    ///
    /// It resumes when the tick is due. It returns nil when the task is cancelled. If the clock throws
    /// another error, that is an issue and the sequence ends.
    public mutating func next() async -> AnyClock.Instant? {
      let due = nextTick(after: last ?? timer.clock.now)
      last = due
      do {
        try await timer.clock.sleep(until: due, tolerance: timer.tolerance)
        return timer.clock.now
      } catch is CancellationError {
        return nil
      } catch {
        reportIssue("The clock of a timer threw \(IssueText.error(error)), which ended the timer.")
        return nil
      }
    }

    private func nextTick(after last: AnyClock.Instant) -> AnyClock.Instant {
      let due = last.advanced(by: timer.interval)
      let late = due.duration(to: timer.clock.now)
      guard late >= timer.interval else { return due }
      // A number of ticks that a `Double` can't hold exactly is more than anybody counts.
      return due.advanced(by: timer.interval * (late / timer.interval).rounded(.down))
    }
  }
}

@available(*, unavailable)
extension ClockTimer.Iterator: Sendable {}
