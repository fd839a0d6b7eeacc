/// A programming mistake that is detected at run time and that the program survives.
///
/// Reporting an issue fails the current test, and never traps.
public struct ReportedIssue: Sendable, CustomStringConvertible {
  /// A description of what happened, the likely causes, and the possible fixes.
  ///
  /// A message of more than ``maximumLength`` bytes is truncated, with a note. Control characters other than
  /// tabs and line ends, line and paragraph separators, and characters that change the direction of text are
  /// escaped, as in `\u{202E}`. A value in a message can therefore not hide a part of the message.
  public let message: String
  /// The location to which the issue refers.
  public let location: CallSite
  /// Whether the program's environment caused the issue, such as a storage that failed or another owner of a
  /// key, and not a mistake in the program. A simulation injects such causes.
  package let isOperational: Bool

  /// A message's maximum length in bytes of UTF-8, which is 64 KiB.
  public static let maximumLength = 65_536

  /// Creates an issue.
  public init(message: String, location: CallSite) {
    self.init(message: message, location: location, isOperational: false)
  }

  package init(message: String, location: CallSite, isOperational: Bool) {
    self.message = Self.bounded(message)
    self.location = location
    self.isOperational = isOperational
  }

  private static func bounded(_ message: String) -> String {
    let isLong = message.utf8.count > maximumLength
    // In a long message, only the part that is kept needs to be checked.
    let text = StringLiteral.visible(
      isLong ? String(decoding: message.utf8.prefix(maximumLength), as: UTF8.self) : message,
      keepingLines: true
    )
    guard isLong || text.utf8.count > maximumLength else { return text }
    let note = "\n… (The message was cut: it had \(message.utf8.count) bytes.)"
    return String(decoding: text.utf8.prefix(maximumLength - note.utf8.count), as: UTF8.self) + note
  }

  /// The location and the message on one line.
  public var description: String {
    "\(location): \(message.split(separator: "\n").joined(separator: " "))"
  }
}

/// A destination for issues, such as a log, a test runner or a collector.
public protocol IssueReporter: Sendable {
  /// Handles an issue.
  ///
  /// This method can be called from any thread, and during a store's turn. The method should return quickly
  /// and must not call the code that reported the issue.
  func report(_ issue: ReportedIssue)
}

/// A reporter that writes each issue to standard error, on one line.
///
/// This is the default reporter, unless `TroupeTesting` is linked.
public struct StandardErrorReporter: IssueReporter {
  /// Creates a reporter.
  public init() {}

  /// Writes the issue to standard error.
  public func report(_ issue: ReportedIssue) {
    writeToStandardError("issue: \(issue)\n")
  }
}
