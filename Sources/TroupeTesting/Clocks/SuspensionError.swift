/// The error that ``TestClock/checkSuspension(fileID:filePath:line:column:)`` throws if a task is still
/// sleeping.
public struct SuspensionError: Error, CustomStringConvertible {
  /// The clock's time.
  public let now: TestClock.Instant
  /// The deadlines of the sleeping tasks, earliest first.
  public let deadlines: [TestClock.Instant]

  /// A description of the error, with the number of sleeping tasks and their deadlines.
  public var description: String {
    """
    No task was expected to sleep on the clock at \(now.offset), but \
    \(deadlines.count == 1 ? "1 task is" : "\(deadlines.count) tasks are") still sleeping, until \(deadlines.map { "\($0.offset)" }.joined(separator: ", ")).

    Either cancel the tasks, or advance the clock to their deadlines with `advance(by:)` or `run()`.
    """
  }
}
