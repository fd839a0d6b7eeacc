import TroupeDiagnostics

extension DependencyValues {
  /// Starts work that no code in the program waits for, such as sending telemetry.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.track("appeared") }
  /// ```
  ///
  /// In a program, the call returns immediately, and the work continues in a separate task outside any store.
  /// In tests, the call returns when the work has ended, even if the work was cancelled, so the test leaves
  /// no work behind.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}

private enum FireAndForgetKey: DependencyKey {
  static var liveValue: FireAndForget { FireAndForget { _ = $0.start(priority: $1) } }
  static var previewValue: FireAndForget { liveValue }
  static var testValue: FireAndForget { FireAndForget { await $0.start(priority: $1).value } }
}

/// A function that starts work that no code waits for; see ``DependencyValues/fireAndForget``.
public struct FireAndForget: Sendable {
  /// The work to start, together with the issue to report if the work throws an error.
  public struct Work: Sendable {
    let operation: @Sendable () async throws -> Void
    let location: CallSite

    /// Starts a task that performs the work, and reports an issue if the work throws an error.
    ///
    /// - Parameter priority: The priority of the task; nil for the caller's priority.
    /// - Returns: The task. The task inherits the caller's task-local values, but not the caller's
    ///   cancellation.
    public func start(priority: TaskPriority?) -> Task<Void, Never> {
      Task(priority: priority) {
        do {
          try await operation()
        } catch is UnimplementedError {
          // The issue was reported at the place where the error was thrown.
        } catch {
          reportIssue(
            "Work started with `fireAndForget` threw an error, which no caller can catch: \(IssueText.error(error)). Catch the error in the closure.",
            at: location
          )
        }
      }
    }
  }

  private let run: @Sendable (Work, TaskPriority?) async -> Void

  /// Creates a value from a function that runs the work.
  public init(_ run: @escaping @Sendable (_ work: Work, _ priority: TaskPriority?) async -> Void) {
    self.run = run
  }

  /// Starts work.
  ///
  /// ``DependencyValues/fireAndForget`` describes when the call returns. Cancelling the calling task doesn't
  /// cancel the work.
  ///
  /// - Parameters:
  ///   - priority: The priority of the work; nil for the caller's priority.
  ///   - operation: The work. If it throws an error, an issue is reported.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public func callAsFunction(
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable () async throws -> Void,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await run(Work(operation: operation, location: location), priority)
  }
}
