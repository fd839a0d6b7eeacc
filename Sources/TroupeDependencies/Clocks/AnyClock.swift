/// A clock that wraps a clock of any type with `Duration` as its unit and has a single type of instants.
///
/// An `any Clock<Duration>` can only sleep for a duration. This clock also returns the current time, and its
/// instants can be compared.
public struct AnyClock: Clock {
  /// An instant of this clock, relative to the instant at which the base clock was wrapped.
  public struct Instant: InstantProtocol {
    let offset: Duration

    /// Returns this instant plus a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration until another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether one instant is earlier than another.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private let time: @Sendable () -> Duration
  private let resolution: @Sendable () -> Duration
  private let wait: @Sendable (Duration, Duration?) async throws -> Void

  /// Wraps a clock.
  public init(_ clock: any Clock<Duration>) { self.init(opened: clock) }

  private init(opened clock: some Clock<Duration>) {
    let start = clock.now
    time = { start.duration(to: clock.now) }
    resolution = { clock.minimumResolution }
    wait = { try await clock.promptSleep(until: start.advanced(by: $0), tolerance: $1) }
  }

  /// The clock's current time.
  public var now: Instant { Instant(offset: time()) }

  /// The clock's resolution.
  public var minimumResolution: Duration { resolution() }

  /// Sleeps on the clock until a deadline.
  ///
  /// The wrapped clock determines when the sleep ends and how it responds to cancellation.
  ///
  /// - Throws: The wrapped clock's error, which is a `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(deadline.offset, tolerance)
  }
}
