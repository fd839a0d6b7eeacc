/// Takes the dependencies in force along to where task-locals don't reach: a detached task, a callback, a
/// timer.
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   Task.detached {
///     await dependencies.yield { await model.refresh() }
///   }
/// }
/// ```
///
/// - Parameter operation: The work that makes the closure; it gets what the closure is to take along.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation(dependencies: TaskDependencies.current))
}

/// Takes the dependencies in force along to where task-locals don't reach, in asynchronous code.
///
/// It resumes when the operation has ended; cancelling the calling task cancels the operation's.
///
/// - Parameter operation: The work that makes the closure; it gets what the closure is to take along.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
nonisolated(nonsending)
  public func withEscapedDependencies<Result>(
    _ operation: nonisolated(nonsending) (DependencyValues.Continuation) async throws -> Result
  ) async rethrows -> Result
{
  try await operation(DependencyValues.Continuation(dependencies: TaskDependencies.current))
}

extension DependencyValues {
  /// Dependencies on their way to another place; see ``withEscapedDependencies(_:)-1qpjy``.
  public struct Continuation: Sendable {
    let dependencies: TaskDependencies

    /// Runs an operation with the dependencies that were in force where the continuation was made.
    ///
    /// It may be called any number of times, at once and after what made it has returned.
    ///
    /// - Parameter operation: The work that uses them.
    /// - Returns: What `operation` returns.
    /// - Throws: What `operation` throws.
    @discardableResult
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try dependencies.bind(operation)
    }

    /// Runs an asynchronous operation with the dependencies that were in force where the continuation was made.
    ///
    /// It resumes when the operation has ended; cancelling the calling task cancels the operation's.
    ///
    /// - Parameter operation: The work that uses them.
    /// - Returns: What `operation` returns.
    /// - Throws: What `operation` throws.
    @discardableResult
    nonisolated(nonsending)
      public func yield<Result>(
        _ operation: nonisolated(nonsending) () async throws -> Result
      ) async rethrows -> Result
    {
      try await dependencies.bind(operation)
    }
  }
}
