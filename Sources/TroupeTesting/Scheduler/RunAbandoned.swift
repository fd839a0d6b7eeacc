/// An error thrown by ``Scheduler/run(fileID:filePath:line:column:_:)`` for an operation that never came to its end.
///
/// An issue has told what it waits for. The operation, and all that it has started on the scheduler, never runs again, and
/// what it holds isn't released. Find in the issue what doesn't heed its cancellation.
public struct RunAbandoned: Error, CustomStringConvertible {
  /// What has happened.
  public var description: String {
    "The operation of a scheduler was abandoned: it didn't end when it was cancelled."
  }
}
