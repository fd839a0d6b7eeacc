/// A clock on which no time passes, and which passes on how long it was slept.
struct CountingClock: Clock {
  typealias Instant = ContinuousClock.Instant

  let slept: @Sendable (Duration) throws -> Void
  // not a wait: the instant is only one to count from.
  let now = ContinuousClock.now
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try slept(now.duration(to: deadline))
  }
}
