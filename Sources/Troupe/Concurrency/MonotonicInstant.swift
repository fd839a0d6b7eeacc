/// An instant of the continuous clock, in a type whose size is known at compile time.
///
/// The standard library doesn't expose the size of `ContinuousClock.Instant`. A type that stores such an
/// instant is laid out at run time, and can be copied only through value witness tables.
package struct MonotonicInstant: Hashable, Sendable {
  private static let origin = ContinuousClock.now
  private let sinceOrigin: Duration

  /// The current instant.
  static var now: MonotonicInstant { MonotonicInstant(sinceOrigin: origin.duration(to: .now)) }

  func duration(to other: MonotonicInstant) -> Duration { other.sinceOrigin - sinceOrigin }

  /// This value as an instant of the continuous clock.
  var instant: ContinuousClock.Instant { Self.origin.advanced(by: sinceOrigin) }
}
