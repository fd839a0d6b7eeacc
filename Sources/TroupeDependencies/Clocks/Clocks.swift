extension DependencyValues {
  /// A clock for waiting that continues while the machine sleeps.
  ///
  /// In tests, the clock is an ``UnimplementedClock`` unless the test sets another clock.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock for waiting that stops while the machine sleeps.
  ///
  /// In tests, the clock is an ``UnimplementedClock`` unless the test sets another clock.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(name: "continuousClock") }
}

private enum SuspendingClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(name: "suspendingClock") }
}
