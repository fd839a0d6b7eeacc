/// The error of a clock that tasks still sleep on, although none should.
public struct SuspensionError: Error, CustomStringConvertible {
  /// The time of the clock.
  public let now: TestClock.Instant
  /// The deadlines of the sleeping tasks, earliest first.
  public let deadlines: [TestClock.Instant]

  /// The number of sleeping tasks, and their deadlines.
  public var description: String {
    """
    Nobody was expected to sleep on the clock at \(now.offset), but \(deadlines.count) still do, until \
    \(deadlines.map { "\($0.offset)" }.joined(separator: ", ")).

    Either cancel that work, or give it its time by `advance(by:)` or `run()`.
    """
  }
}
