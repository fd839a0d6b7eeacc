/// Any clock that measures in `Duration`, with instants of one type.
///
/// An `any Clock<Duration>` can only sleep for a while. This one can also be asked for the time, and two of its
/// instants compared.
public struct AnyClock: Clock {
  /// A moment of the clock: how far it is from the moment at which the clock was wrapped.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// The moment that comes a while later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How long it is until another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Tells which moment comes first.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let time: @Sendable () -> Duration
  private let resolution: @Sendable () -> Duration
  private let wait: @Sendable (Duration, Duration?) async throws -> Void

  /// Wraps a clock.
  public init(_ clock: some Clock<Duration>) {
    let start = clock.now
    time = { start.duration(to: clock.now) }
    resolution = { clock.minimumResolution }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) }
  }

  /// The time of the clock.
  public var now: Instant { Instant(offset: time()) }

  /// The resolution of the clock.
  public var minimumResolution: Duration { resolution() }

  /// Sleeps on the clock until a deadline.
  ///
  /// When it resumes, and what cancelling does, is up to the clock.
  ///
  /// - Throws: What the clock throws, which is a `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(deadline.offset, tolerance)
  }
}
