import Troupe

// The functions in this file have the names that they have in swift-concurrency-extras, which the Composable
// Architecture uses in its tests.

/// Runs an operation, and everything that it starts, on a scheduler: one job at a time, in the order in which
/// the jobs become runnable.
///
/// ```swift
/// await withMainSerialExecutor {
///   let model = Model()
///   await model.load()
/// }
/// ```
///
/// This function is a short form of ``Scheduler/run(fileID:filePath:line:column:_:)`` for an operation on the
/// main actor. Time passes automatically. If a scheduler already runs the calling code, the operation runs on
/// that scheduler.
///
/// The function resumes when the operation has returned or thrown an error, and all runnable jobs have run.
/// Cancelling the calling task cancels the operation. If the operation waits forever, an issue is reported,
/// and the function resumes.
///
/// - Parameters:
///   - operation: The operation to run.
///   - fileID: The file named in issues.
///   - filePath: The file's path.
///   - line: The line named in issues.
///   - column: The column named in issues.
/// - Throws: The error that the operation throws.
@MainActor
public func withMainSerialExecutor<Failure: Error>(
  operation: @escaping @MainActor @Sendable () async throws(Failure) -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async throws(Failure) {
  guard Scheduler.current == nil else { return try await operation() }
  let scheduler = Scheduler(time: .automatic, fileID: fileID, filePath: filePath, line: line, column: column)
  // A run that is abandoned has reported an issue, and has no result.
  let result = try? await scheduler.run(at: scheduler.location) { await Result(catching: operation) }
  try result?.get()
}

/// Runs the asynchronous functions of a test case on a scheduler, if the function is called in a test case's
/// `invokeTest()`.
///
/// ```swift
/// final class ModelTests: XCTestCase {
///   override func invokeTest() {
///     withMainSerialExecutor { super.invokeTest() }
///   }
/// }
/// ```
///
/// The test then runs like a test of ``ScheduledTestCase``, and time passes automatically. In other
/// synchronous code, the function only calls the operation.
///
/// - Parameters:
///   - operation: The operation to run.
///   - fileID: The file named in issues.
///   - filePath: The file's path.
///   - line: The line named in issues.
///   - column: The column named in issues.
/// - Throws: The error that the operation throws.
public func withMainSerialExecutor<Failure: Error>(
  operation: () throws(Failure) -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) throws(Failure) {
  guard Scheduler.capturesAllTasks, Scheduler.current == nil else { return try operation() }
  let scheduler = Scheduler(time: .automatic, fileID: fileID, filePath: filePath, line: line, column: column)
  var result: Result<Void, Failure>?
  ScheduledTestRun(name: RunningTestCase.specifier ?? "The test", on: scheduler).adopt {
    result = Result(catching: operation)
  }
  try result?.get()
}

extension Task where Success == Never, Failure == Never {
  /// Waits until no other job is runnable on the scheduler that runs the calling code.
  ///
  /// Without a scheduler, the method only yields repeatedly, and other tasks may still be runnable when it
  /// resumes. A test store needs no such call, because `send` and `receive` run all runnable work.
  /// Cancellation has no effect.
  ///
  /// - Parameter count: The number of times to yield without a scheduler.
  public static func megaYield(count: Int = 20) async {
    if let scheduler = Scheduler.current { return await scheduler.settle() }
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
