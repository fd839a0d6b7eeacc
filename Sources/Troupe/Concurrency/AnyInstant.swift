/// A type-erased instant of any clock whose durations have the type `Duration`.
///
/// Instants of different clocks aren't ordered: neither instant is after the other.
struct AnyInstant: Sendable {
  private let base: any InstantProtocol<Duration>

  init(_ base: some InstantProtocol<Duration>) {
    self.base = base
  }

  /// Returns a clock's current time.
  static func now(of clock: some Clock<Duration>) -> AnyInstant { AnyInstant(clock.now) }

  /// Returns whether this instant is after another instant of the same clock.
  func isAfter(_ other: AnyInstant) -> Bool {
    func compare<Instant: InstantProtocol>(_ instant: Instant) -> Bool {
      (other.base as? Instant).map { $0 < instant } ?? false
    }
    return compare(base)
  }

  func advanced(by duration: Duration) -> AnyInstant {
    func advance(_ instant: some InstantProtocol<Duration>) -> AnyInstant {
      AnyInstant(instant.advanced(by: duration))
    }
    return advance(base)
  }

  /// Sleeps until this instant on the clock that created the instant. With any other clock, the method
  /// returns immediately.
  func sleep<C: Clock<Duration>>(on clock: C) async throws {
    guard let instant = base as? C.Instant else { return }
    try await clock.promptSleep(until: instant)
  }
}
