/// A mistake in a program that was noticed while it ran, and that the program survives.
///
/// An issue is a report in a program and a failed test under test. It never traps.
public struct Issue: Sendable, CustomStringConvertible {
  /// What happened, why it is likely to have happened, and what to do.
  public let message: String
  /// The place that is to be looked at.
  public let location: SourceLocation

  /// Makes an issue.
  public init(message: String, location: SourceLocation) {
    self.message = message
    self.location = location
  }

  /// The location and the message on one line.
  public var description: String {
    "\(location): \(message.split(separator: "\n").joined(separator: " "))"
  }
}

/// Something that takes issues: a log, a test runner, a collector.
public protocol IssueReporter: Sendable {
  /// Takes an issue.
  ///
  /// It may be called from any thread, and from inside a store's turn: it should be quick, and it must
  /// not call back into the code that reported the issue.
  func report(_ issue: Issue)
}

/// The reporter that is used where no other is set: it writes each issue to standard error, on one line.
public struct StandardErrorReporter: IssueReporter {
  /// Makes the reporter.
  public init() {}

  /// Writes the issue to standard error.
  public func report(_ issue: Issue) {
    writeToStandardError("issue: \(issue)\n")
  }
}
