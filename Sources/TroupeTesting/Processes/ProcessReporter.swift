import Troupe

/// The issue reporter of a simulated process.
///
/// An issue that the process's environment caused, such as a failed save, is an effect of an injected fault.
/// It doesn't fail the run.
package struct ProcessReporter: IssueReporter {
  /// The reporters of the test.
  let reporters: [any IssueReporter]

  package init(reporters: [any IssueReporter]) { self.reporters = reporters }

  package func report(_ issue: ReportedIssue) {
    if issue.isOperational { return }
    for reporter in reporters { reporter.report(issue) }
  }
}
