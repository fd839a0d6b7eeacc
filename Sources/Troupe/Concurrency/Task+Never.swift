extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled.
  ///
  /// ```swift
  /// try await Task.never()
  /// ```
  ///
  /// - Throws: `CancellationError` when the task is cancelled, before or while it waits.
  public static func never() async throws -> Never {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == any Error {
  /// The task's result; cancelling the waiting task cancels this task.
  ///
  /// Reading it resumes when this task has ended. Cancelling the calling task cancels this task, and still
  /// waits for its end.
  ///
  /// - Throws: The task's error.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The task's result; cancelling the waiting task cancels this task.
  ///
  /// Reading it resumes when this task has ended. Cancelling the calling task cancels this task, and still
  /// waits for its end.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}
