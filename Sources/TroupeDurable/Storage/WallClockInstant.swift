/// A point in calendar time, which has the same meaning after a restart and on another computer.
///
/// The instants of `ContinuousClock` and `SuspendingClock` have no meaning in another process.
/// `TroupeFoundation` converts dates to instants and instants to dates.
public struct WallClockInstant: InstantProtocol, Codable, Sendable {
  /// The time since 1970-01-01 00:00 UTC, without leap seconds. It is negative for earlier instants.
  public let sinceEpoch: Duration

  /// Creates an instant.
  ///
  /// - Parameter sinceEpoch: The time since 1970-01-01 00:00 UTC, without leap seconds. It is negative for
  ///   earlier instants.
  public init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

  /// Returns this instant plus a duration.
  public func advanced(by duration: Duration) -> WallClockInstant {
    WallClockInstant(sinceEpoch: sinceEpoch + duration)
  }

  /// Returns the duration from this instant to another instant.
  public func duration(to other: WallClockInstant) -> Duration { other.sinceEpoch - sinceEpoch }

  /// Returns whether one instant is earlier than another.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.sinceEpoch < rhs.sinceEpoch }
}

extension WallClockInstant: CustomStringConvertible {
  /// The seconds since 1970, such as `1767225600.5 seconds`.
  public var description: String { "\(sinceEpoch)" }
}
