/// The destination of issues, and the location of issues in tests.
package enum IssueReporting {
  @TaskLocal static var replacement: [any IssueReporter]?

  /// The test's statement that caused the current task's work; nil if the test tools haven't recorded the
  /// statement.
  @TaskLocal package static var statement: CallSite?

  /// The location to which all issues of the current task refer; nil if none is set.
  @TaskLocal static var context: CallSite?

  /// The function that returns the location at which the current task's work, such as its effect, was
  /// created, or nil if the location is unknown.
  private static let locationOfWork = InstalledFunction<CallSite?>()

  /// Installs the function that finds the location of the current task's work.
  package static func findWork(_ location: @escaping @Sendable () -> CallSite?) {
    locationOfWork.install(location)
  }

  /// Returns the location to which an issue refers, which is never in this package. The caller of an operator
  /// or a subscript is unknown, so its issues refer to the test's statement or to the effect that caused the
  /// mistake.
  static func location(insteadOf location: CallSite) -> CallSite {
    if let context { return context }
    guard location.isInPackage else { return location }
    return statement ?? (locationOfWork() ?? nil) ?? .unknown
  }

  private static let standard = Locked<any IssueReporter>(StandardErrorReporter())

  /// The reporters of the current task.
  package static var reporters: [any IssueReporter] { replacement ?? [standard.withLock { $0 }] }

  /// Installs the process's default reporter, which receives issues for which no other reporter is set.
  ///
  /// This method may be called before `main`.
  package static func install(_ reporter: any IssueReporter) {
    standard.withLock { $0 = reporter }
  }

  /// A task's settings, which can be applied in another context.
  package struct Setting: Sendable {
    /// The reporters; nil if none are set.
    package let reporters: [any IssueReporter]?
    let statement: CallSite?
    let context: CallSite?
  }

  /// The current task's settings.
  package static var setting: Setting {
    Setting(reporters: replacement, statement: statement, context: context)
  }

  /// Runs an operation with another context's settings.
  package static func with<Result>(_ setting: Setting, _ operation: () -> Result) -> Result {
    if setting.reporters == nil, setting.statement == nil, setting.context == nil { return operation() }
    return $replacement.withValue(setting.reporters) {
      $statement.withValue(setting.statement) {
        $context.withValue(setting.context, operation: operation)
      }
    }
  }
}
