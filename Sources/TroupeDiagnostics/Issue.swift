/// A mistake in a program that was noticed while it ran, and that the program survives.
///
/// An issue is a report in a program and a failed test under test. It never traps.
public struct Issue: Sendable, CustomStringConvertible {
  /// What happened, why it is likely to have happened, and what to do.
  ///
  /// A message of more than ``maximumLength`` bytes is cut there, and says so. Control characters other than tabs and the
  /// ends of lines, line and paragraph separators, and marks that change the direction of a text are escaped as in
  /// `\u{202E}`: a message can't hide a part of itself, whatever values of a program are in it.
  public let message: String
  /// The place that is to be looked at.
  public let location: SourceLocation

  /// How many bytes of UTF-8 a message has at most: 64 KiB.
  public static let maximumLength = 65_536

  /// Makes an issue.
  public init(message: String, location: SourceLocation) {
    self.message = Self.bounded(message)
    self.location = location
  }

  private static func bounded(_ message: String) -> String {
    let isLong = message.utf8.count > maximumLength
    // Of a long one, only what is left needs to be looked at.
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

/// Something that takes issues: a log, a test runner, a collector.
public protocol IssueReporter: Sendable {
  /// Takes an issue.
  ///
  /// It may be called from any thread, and from inside a store's turn: it should be quick, and it must
  /// not call back into the code that reported the issue.
  func report(_ issue: Issue)
}

/// A reporter that writes each issue to standard error, on one line.
///
/// It is used where no other is set, unless `TroupeTesting` is linked.
public struct StandardErrorReporter: IssueReporter {
  /// Makes the reporter.
  public init() {}

  /// Writes the issue to standard error.
  public func report(_ issue: Issue) {
    writeToStandardError("issue: \(issue)\n")
  }
}
