/// The destination of issues, and the location of issues in tests.
package enum IssueReporting {
  @TaskLocal static var replacement: [any IssueReporter]?

  /// The test's statement that caused the current task's work, if the test tools know it.
  @TaskLocal package static var statement: CallSite?

  /// The location of all issues of the current task, if it is set.
  @TaskLocal static var context: CallSite?

  /// Returns the location at which the current task's work, such as its effect, was created, or nil if it is
  /// unknown.
  private static let locationOfWork = Locked<(@Sendable () -> CallSite?)?>(nil)

  /// Sets the function that finds the location of the current task's work.
  package static func findWork(_ location: @escaping @Sendable () -> CallSite?) {
    locationOfWork.withLock { $0 = location }
  }

  /// Returns the location of an issue. It is never in this package: for a mistake in an operator or a
  /// subscript, whose caller can't be known, it is the test's statement or the effect that caused it.
  static func location(insteadOf location: CallSite) -> CallSite {
    if let context { return context }
    guard location.isInPackage else { return location }
    return statement ?? locationOfWork.withLock(\.self)?() ?? .unknown
  }

  private static let standard = Locked<any IssueReporter>(StandardErrorReporter())

  /// The reporters of the current task.
  package static var reporters: [any IssueReporter] { replacement ?? [standard.withLock { $0 }] }

  /// Installs the process's reporter for issues without another reporter.
  ///
  /// It may be called before `main`.
  package static func install(_ reporter: any IssueReporter) {
    standard.withLock { $0 = reporter }
  }

  /// The caller's settings, to apply in another context.
  package struct Setting: Sendable {
    /// The reporters; nil for none.
    package let reporters: [any IssueReporter]?
    let statement: CallSite?
    let context: CallSite?
  }

  /// The caller's settings.
  package static var setting: Setting {
    Setting(reporters: replacement, statement: statement, context: context)
  }

  /// Runs an operation with another context's settings.
  package static func with(_ setting: Setting, _ operation: () -> Void) {
    if setting.reporters == nil, setting.statement == nil, setting.context == nil { return operation() }
    $replacement.withValue(setting.reporters) {
      $statement.withValue(setting.statement) {
        $context.withValue(setting.context, operation: operation)
      }
    }
  }
}
