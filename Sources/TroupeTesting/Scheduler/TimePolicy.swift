/// What makes time pass while a scheduler runs an operation.
public struct TimePolicy: Hashable, Sendable {
  private let isAutomatic: Bool

  /// Time passes only when the test moves a ``TestClock`` of the scheduler. This is the default.
  public static let manual = TimePolicy(isAutomatic: false)

  /// When nothing can run and the operation itself waits, time passes to the end of the next sleep.
  ///
  /// All clocks move: the clocks of the machine, and each ``TestClock`` of the scheduler. While the operation
  /// waits in ``Scheduler/settle(fileID:filePath:line:column:)`` or in a method that moves a clock, no other
  /// time passes.
  public static let automatic = TimePolicy(isAutomatic: true)
}
