import TroupeDiagnostics

extension DependencyValues {
  /// Starts work that no code in the program waits for, such as reporting telemetry.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.track("appeared") }
  /// ```
  ///
  /// In a program, the call returns at once, and the work continues in a separate task outside any store. In
  /// tests, the call returns when the work has ended, whether or not it was cancelled, so the test leaves no
  /// work behind.
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

/// Starts work that no code waits for; see ``DependencyValues/fireAndForget``.
public struct FireAndForget: Sendable {
  /// The work to start, together with the issue that it reports when it throws.
  public struct Work: Sendable {
    let operation: @Sendable () async throws -> Void
    let location: CallSite

    /// Starts a task that does the work, and reports an issue if it throws.
    ///
    /// - Parameter priority: The priority of the task; nil for the caller's priority.
    /// - Returns: The task. It inherits the caller's task-local values, but not its cancellation.
    public func start(priority: TaskPriority?) -> Task<Void, Never> {
      Task(priority: priority) {
        do {
          try await operation()
        } catch is UnimplementedError {
          // The error was reported where it was thrown.
        } catch {
          reportIssue(
            "Work started with `fireAndForget` threw an error, which no caller can catch: \(IssueText.error(error)). Catch it in the closure.",
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
  /// ``DependencyValues/fireAndForget`` describes when it resumes. Cancelling the calling task doesn't cancel
  /// the work.
  ///
  /// - Parameters:
  ///   - priority: The priority of the work; nil for the caller's priority.
  ///   - operation: The work. If it throws an error, an issue is reported.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The path of that file.
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
