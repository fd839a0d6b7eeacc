extension Task where Success == Never, Failure == Never {
  /// Waits until the current task is cancelled.
  ///
  /// ```swift
  /// try await Task.never()
  /// ```
  ///
  /// - Throws: A `CancellationError` when the task is cancelled, before or during the wait.
  public static func never() async throws -> Never {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == any Error {
  /// The task's result. If the task that waits for the result is cancelled, this task is cancelled as well.
  ///
  /// Reading the result always waits until this task has ended, even after a cancellation.
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
  /// The task's result. If the task that waits for the result is cancelled, this task is cancelled as well.
  ///
  /// Reading the result always waits until this task has ended, even after a cancellation.
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
