import TroupeDiagnostics

extension DependencyValues {
  /// Work whose end nobody in the program waits for, such as a line of telemetry.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.track("appeared") }
  /// ```
  ///
  /// In a program, the call returns at once and the work goes on, in a task that no store knows of. In tests it
  /// returns when the work is over, cancelled or not, so that nothing of it is left behind.
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

/// Starts work whose end nobody waits for; see ``DependencyValues/fireAndForget``.
public struct FireAndForget: Sendable {
  /// The work, and what an error of it leads to.
  public struct Work: Sendable {
    let operation: @Sendable () async throws -> Void
    let location: SourceLocation

    /// Starts a task that does the work, and reports an issue when it throws.
    ///
    /// - Parameter priority: The priority of the task; that of the caller where it is nil.
    /// - Returns: The task. It inherits the caller's task-locals, and not its cancellation.
    public func start(priority: TaskPriority?) -> Task<Void, Never> {
      Task(priority: priority) {
        do {
          try await operation()
        } catch is UnimplementedError {
          // It has been reported where it was thrown.
        } catch {
          reportIssue(
            "Work of `fireAndForget` threw an error that nobody can catch: \(IssueText.error(error)).",
            at: location
          )
        }
      }
    }
  }

  private let run: @Sendable (Work, TaskPriority?) async -> Void

  /// Makes one from the way in which it runs the work.
  public init(_ run: @escaping @Sendable (_ work: Work, _ priority: TaskPriority?) async -> Void) {
    self.run = run
  }

  /// Starts work.
  ///
  /// When it resumes is said at ``DependencyValues/fireAndForget``. Cancelling the calling task doesn't cancel the work.
  ///
  /// - Parameters:
  ///   - priority: The priority of the work; that of the caller where it is nil.
  ///   - operation: The work. An error that it throws is an issue.
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
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    await run(Work(operation: operation, location: location), priority)
  }
}
