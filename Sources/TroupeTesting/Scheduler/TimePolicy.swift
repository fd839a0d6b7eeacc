/// A policy by which time passes while a scheduler is running an operation.
public struct TimePolicy: Hashable, Sendable {
  private let isAutomatic: Bool

  /// Time passes only when the test advances a ``TestClock`` of the scheduler. This policy is the default.
  public static let manual = TimePolicy(isAutomatic: false)

  /// When no job is runnable and the operation itself is waiting, time passes to the end of the next sleep.
  ///
  /// All clocks advance: the system clocks, and each ``TestClock`` of the scheduler. While the operation is
  /// waiting in ``Scheduler/settle(fileID:filePath:line:column:)`` or in a method that advances a clock, the
  /// policy lets no time pass.
  public static let automatic = TimePolicy(isAutomatic: true)
}
