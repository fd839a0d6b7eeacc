/// Tasks still sleep on a clock on which nobody was to sleep any more.
public struct SuspensionError: Error, CustomStringConvertible {
  /// The time of the clock.
  public let now: TestClock.Instant
  /// When those who sleep would wake, earliest first.
  public let deadlines: [TestClock.Instant]

  /// How many sleep, and until when.
  public var description: String {
    """
    Nobody was expected to sleep on the clock at \(now.offset), but \(deadlines.count) still do, until \
    \(deadlines.map { "\($0.offset)" }.joined(separator: ", ")).

    Either cancel that work, or give it its time by `advance(by:)` or `run()`.
    """
  }
}
