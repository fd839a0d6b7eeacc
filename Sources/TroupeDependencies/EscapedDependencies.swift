/// Captures the current dependencies for code that task-locals don't reach: a detached task, a callback or a
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
/// - Parameter operation: Creates the escaping closure. The argument holds the captured dependencies.
/// - Returns: The result of `operation`.
/// - Throws: The error that `operation` throws.
@discardableResult
public func withEscapedDependencies<Result>(
  _ operation: (DependencyValues.Continuation) throws -> Result
) rethrows -> Result {
  try operation(DependencyValues.Continuation(dependencies: TaskDependencies.current))
}

/// Captures the current dependencies for code that task-locals don't reach, in an asynchronous operation.
///
/// The function returns when the operation has ended. Cancelling the calling task cancels the operation's
/// task.
///
/// - Parameter operation: Creates the escaping closure. The argument holds the captured dependencies.
/// - Returns: The result of `operation`.
/// - Throws: The error that `operation` throws.
@discardableResult
nonisolated(nonsending)
  public func withEscapedDependencies<Result>(
    _ operation: nonisolated(nonsending) (DependencyValues.Continuation) async throws -> Result
  ) async rethrows -> Result
{
  try await operation(DependencyValues.Continuation(dependencies: TaskDependencies.current))
}

extension DependencyValues {
  /// The captured dependencies; see ``withEscapedDependencies(_:)-1qpjy``.
  public struct Continuation: Sendable {
    let dependencies: TaskDependencies

    /// Runs an operation with the captured dependencies.
    ///
    /// You can call this method any number of times, concurrently, and after the code that captured the
    /// dependencies has returned.
    ///
    /// - Parameter operation: The work that uses the dependencies.
    /// - Returns: The result of `operation`.
    /// - Throws: The error that `operation` throws.
    @discardableResult
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      try dependencies.bindForModel(operation)
    }

    /// Runs an asynchronous operation with the captured dependencies.
    ///
    /// The method returns when the operation has ended. Cancelling the calling task cancels the operation's
    /// task.
    ///
    /// - Parameters:
    ///   - operation: The work that uses the dependencies.
    ///   - isolation: The actor that the caller and the operation run on.
    /// - Returns: The result of `operation`.
    /// - Throws: The error that `operation` throws.
    @discardableResult
    public func yield<Result>(
      _ operation: () async throws -> Result,
      isolation: isolated (any Actor)? = #isolation
    ) async rethrows -> Result {
      try await dependencies.bindForModel(operation, isolation: isolation)
    }
  }
}
