import TroupeDiagnostics

extension Clock where Duration == Swift.Duration {
  /// Ticks of the clock at a steady interval, as a sequence.
  ///
  /// ```swift
  /// .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
  /// }
  /// ```
  ///
  /// The first tick comes one interval after the first one was asked for. Ticks that pass while nobody asks
  /// are left out, but for the last of them, which comes at once; the ones after it come when they are due.
  ///
  /// - Parameters:
  ///   - interval: The time from one tick to the next; more than zero.
  ///   - tolerance: By how much a tick may be late, for clocks that save energy by it.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> ClockTimer {
    precondition(interval > .zero, "The interval of a timer is more than zero.")
    return ClockTimer(clock: AnyClock(self), interval: interval, tolerance: tolerance)
  }
}

/// The ticks of a clock; made by `timer(interval:tolerance:)`.
public struct ClockTimer: AsyncSequence, Sendable {
  fileprivate let clock: AnyClock
  fileprivate let interval: Duration
  fileprivate let tolerance: Duration?

  /// Makes an iterator, with ticks of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(timer: self) }

  /// The iterator of ``ClockTimer``.
  public struct Iterator: AsyncIteratorProtocol {
    private let timer: ClockTimer
    /// When the last tick was due; before the first, when it was asked for.
    private var last: AnyClock.Instant?

    fileprivate init(timer: ClockTimer) { self.timer = timer }

    /// The next tick: the time of the clock.
    ///
    /// It resumes when the tick is due. It gives nil when the task is cancelled. Where the clock throws
    /// another error, that is an issue, and there are no more ticks.
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
