/// An instant of the continuous clock, with a size that the compiler knows.
///
/// The standard library doesn't expose the size of the clock's instant. A type that stores one is laid out at
/// run time, and can only be copied through tables.
package struct MonotonicInstant: Hashable, Sendable {
  private static let origin = ContinuousClock.now
  private let sinceOrigin: Duration

  /// The current moment.
  static var now: MonotonicInstant { MonotonicInstant(sinceOrigin: origin.duration(to: .now)) }

  func duration(to other: MonotonicInstant) -> Duration { other.sinceOrigin - sinceOrigin }

  /// The clock's instant for this value.
  var instant: ContinuousClock.Instant { Self.origin.advanced(by: sinceOrigin) }
}
