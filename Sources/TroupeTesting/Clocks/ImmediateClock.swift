import Troupe

/// A clock that doesn't wait: a sleep advances the clock's time to the deadline and returns.
///
/// Use an immediate clock in tests that don't depend on durations. To test the behavior before and after a
/// deadline, use a ``TestClock``.
public final class ImmediateClock: Clock, Sendable {
  /// An instant of the clock, relative to its start.
  public typealias Instant = TestClock.Instant

  private let time = Locked(Instant())

  /// Creates a clock whose time is zero.
  public init() {}

  /// The clock's time, which is the latest deadline of all sleeps so far.
  public var now: Instant { time.withLock { $0 } }

  /// Always zero, because the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Advances the clock's time to a deadline, unless the deadline is in the past.
  ///
  /// The method resumes after other runnable jobs have had a turn.
  ///
  /// - Throws: A `CancellationError` if the task is already cancelled. In that case, the time doesn't change.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}

extension ImmediateClock: ElapsingClock {
  package var elapsed: Duration { now.offset }
}
