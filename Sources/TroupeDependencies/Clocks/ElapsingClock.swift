/// A test clock that knows its elapsed time, so that the date can follow it.
package protocol ElapsingClock: Sendable {
  /// The time since the clock's start.
  var elapsed: Duration { get }
}

extension DependencyValues {
  /// The clock that the date follows in a test; nil if no such clock is set.
  package var elapsingClock: (any ElapsingClock)? {
    continuousClock as? any ElapsingClock ?? suspendingClock as? any ElapsingClock
  }
}
