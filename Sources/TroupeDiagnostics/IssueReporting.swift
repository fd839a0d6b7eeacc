/// The destination of issues, and the location that issues of tests point at.
package enum IssueReporting {
  @TaskLocal static var replacement: [any IssueReporter]?

  /// The statement of a test that caused what the current task does, where the tools of tests know it.
  @TaskLocal package static var statement: SourceLocation?

  /// Where all issues of the current task point, where that is set.
  @TaskLocal static var context: SourceLocation?

  /// Returns where the work of the current task was made, such as its effect; nil if that isn't known.
  private static let locationOfWork = Locked<(@Sendable () -> SourceLocation?)?>(nil)

  /// Sets what finds the location of the current task's work.
  package static func findWork(_ location: @escaping @Sendable () -> SourceLocation?) {
    locationOfWork.withLock { $0 = location }
  }

  /// The location of an issue. It is never in this package: of a mistake in an operator or a subscript, whose
  /// caller can't be known, it is the statement of the test or the effect that led to it.
  static func location(insteadOf location: SourceLocation) -> SourceLocation {
    if let context { return context }
    guard location.isInPackage else { return location }
    return statement ?? locationOfWork.withLock(\.self)?() ?? .unknown
  }

  private static let standard = Locked<any IssueReporter>(StandardErrorReporter())

  /// The reporters of the current task.
  package static var reporters: [any IssueReporter] { replacement ?? [standard.withLock { $0 }] }

  /// Installs the reporter for all issues of the process for which no other is set.
  ///
  /// It may be called before `main`.
  package static func install(_ reporter: any IssueReporter) {
    standard.withLock { $0 = reporter }
  }

  /// The settings of the caller, to apply elsewhere.
  package struct Setting: Sendable {
    /// The reporters; nil for none.
    package let reporters: [any IssueReporter]?
    let statement: SourceLocation?
    let context: SourceLocation?
  }

  /// The settings of the caller.
  package static var setting: Setting {
    Setting(reporters: replacement, statement: statement, context: context)
  }

  /// Runs an operation with settings from elsewhere.
  package static func with(_ setting: Setting, _ operation: () -> Void) {
    if setting.reporters == nil, setting.statement == nil, setting.context == nil { return operation() }
    $replacement.withValue(setting.reporters) {
      $statement.withValue(setting.statement) {
        $context.withValue(setting.context, operation: operation)
      }
    }
  }
}
