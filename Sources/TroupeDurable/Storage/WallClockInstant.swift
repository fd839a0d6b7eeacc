/// A point in time as calendars know it, which means the same after a restart and on another machine.
///
/// The instants of `ContinuousClock` and `SuspendingClock` mean nothing in another process.
/// `TroupeFoundation` makes instants from dates, and dates from instants.
public struct WallClockInstant: InstantProtocol, Codable, Sendable {
  /// The time since 1970-01-01 00:00 UTC, without leap seconds; negative before.
  public let sinceEpoch: Duration

  /// Creates an instant.
  ///
  /// - Parameter sinceEpoch: The time since 1970-01-01 00:00 UTC, without leap seconds; negative before.
  public init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

  /// Returns the instant that is a duration later.
  public func advanced(by duration: Duration) -> WallClockInstant {
    WallClockInstant(sinceEpoch: sinceEpoch + duration)
  }

  /// Returns the duration from this instant to another.
  public func duration(to other: WallClockInstant) -> Duration { other.sinceEpoch - sinceEpoch }

  /// Whether one instant is before another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.sinceEpoch < rhs.sinceEpoch }
}

extension WallClockInstant: CustomStringConvertible {
  /// The seconds since 1970, as in `1767225600.5 seconds`.
  public var description: String { "\(sinceEpoch)" }
}
