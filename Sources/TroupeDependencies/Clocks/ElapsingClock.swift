/// A test clock that measures its elapsed time, so that the date can follow the clock.
package protocol ElapsingClock: Sendable {
  /// The time that has elapsed on the clock.
  var elapsed: Duration { get }
}

extension DependencyValues {
  /// The clock that determines the date in a test; nil if no such clock is set.
  package var elapsingClock: (any ElapsingClock)? {
    continuousClock as? any ElapsingClock ?? suspendingClock as? any ElapsingClock
  }
}
