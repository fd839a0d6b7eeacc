/// A clock of tests that knows how much time has passed on it, so that the date can go with it.
package protocol ElapsingClock: Sendable {
  /// The time since the clock's start.
  var elapsed: Duration { get }
}

extension DependencyValues {
  /// The clock that the date goes with in a test; nil where no clock of the kind is set.
  package var elapsingClock: (any ElapsingClock)? {
    continuousClock as? any ElapsingClock ?? suspendingClock as? any ElapsingClock
  }
}
