/// The error of a clock on which tasks still sleep, although none should.
public struct SuspensionError: Error, CustomStringConvertible {
  /// The time of the clock.
  public let now: TestClock.Instant
  /// The deadlines of the sleeping tasks, earliest first.
  public let deadlines: [TestClock.Instant]

  /// The number of sleeping tasks, and their deadlines.
  public var description: String {
    """
    No task was expected to sleep on the clock at \(now.offset), but \(deadlines.count) still do, until \
    \(deadlines.map { "\($0.offset)" }.joined(separator: ", ")).

    Either cancel the tasks, or move the clock to their deadlines with `advance(by:)` or `run()`.
    """
  }
}
