/// The error of ``Scheduler/run(fileID:filePath:line:column:_:)`` for an operation that doesn't end.
///
/// An issue has reported what the operation waits for. The operation, and everything that it started on the
/// scheduler, never runs again, and its objects aren't released. Look in the issue for work that ignores its
/// cancellation.
public struct RunAbandoned: Error, CustomStringConvertible {
  /// A description of what happened.
  public var description: String {
    "The operation of a scheduler was abandoned: it didn't end when it was cancelled."
  }
}
