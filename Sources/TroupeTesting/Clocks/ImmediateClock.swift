import Troupe

/// A clock that doesn't wait: a sleep moves the clock's time to the deadline and returns.
///
/// Use it in tests that don't depend on durations. To test the behavior before and after a deadline, use a
/// ``TestClock``.
public final class ImmediateClock: Clock, Sendable {
  /// An instant of the clock, relative to its start.
  public typealias Instant = TestClock.Instant

  private let time = Locked(Instant())

  /// Creates a clock whose time is zero.
  public init() {}

  /// The time of the clock: the latest deadline of all sleeps.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Moves the time of the clock to a deadline, unless the deadline is in the past.
  ///
  /// It resumes after other runnable jobs have had a turn.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled. The time doesn't change in that case.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}

extension ImmediateClock: ElapsingClock {
  package var elapsed: Duration { now.offset }
}
