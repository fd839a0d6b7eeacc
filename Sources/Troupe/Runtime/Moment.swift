/// An instant of the continuous clock, in a size that the compiler knows.
///
/// How large the clock's own type is, the standard library keeps to itself: whatever holds one is laid out at
/// run time, and can only be copied through tables.
package struct Moment: Hashable, Sendable {
  private static let origin = ContinuousClock.now
  private let sinceOrigin: Duration

  /// This moment.
  static var now: Moment { Moment(sinceOrigin: origin.duration(to: .now)) }

  /// The moment on the clock.
  var instant: ContinuousClock.Instant { Self.origin.advanced(by: sinceOrigin) }
}
