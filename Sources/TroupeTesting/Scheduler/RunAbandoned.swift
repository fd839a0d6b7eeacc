/// The error that ``Scheduler/run(fileID:filePath:line:column:_:)`` throws when the scheduler abandons an
/// operation that doesn't end.
///
/// The abandoned operation, and all tasks that it started on the scheduler, never run again, and the objects
/// that they use aren't released. An issue lists the effects that were still running. Look in this list for
/// work that ignores its cancellation.
public struct RunAbandoned: Error, CustomStringConvertible {
  /// A description of the error.
  public var description: String {
    "The operation of a scheduler was abandoned: it didn't end when it was cancelled."
  }
}
