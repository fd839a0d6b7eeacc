import Troupe

/// A clock on which nobody waits: a sleep moves its time to the deadline and returns.
///
/// It is for tests in which it doesn't matter how long something takes. Where it matters what happens before and
/// after, use a ``TestClock``.
public final class ImmediateClock: Clock, Sendable {
  /// A point in the time of the clock, counted from its start.
  public typealias Instant = TestClock.Instant

  private let time = Locked(Instant())

  /// Makes a clock that stands at zero.
  public init() {}

  /// The time of the clock: the latest deadline of all sleeps.
  public var now: Instant { time.withLock { $0 } }

  /// The clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Moves the time of the clock to a deadline, unless it lies in the past.
  ///
  /// It resumes as soon as others that are runnable had a turn.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; the time stays what it is then.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}

extension ImmediateClock: ElapsingClock {
  package var elapsed: Duration { now.offset }
}
