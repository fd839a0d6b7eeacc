import TroupeDiagnostics

extension DependencyValues {
  /// Checks a condition in debug builds: `assert(count > 0, "Empty.")`. In a program, this function calls
  /// Swift's `assert`. In a test, a failed condition is an issue, and the test continues.
  public var assert: Assertion {
    get { self[AssertKey.self] }
    set { self[AssertKey.self] = newValue }
  }

  /// Checks a condition, even in release builds: `precondition(count > 0, "Empty.")`. In a program, this
  /// function calls Swift's `precondition`. In a test, a failed condition is an issue, and the test
  /// continues.
  public var precondition: Assertion {
    get { self[PreconditionKey.self] }
    set { self[PreconditionKey.self] = newValue }
  }

  /// Reports an unexpected event: `assertionFailure("Empty.")`. In a program, this function calls Swift's
  /// `assertionFailure`. In a test, it reports an issue, and the test continues.
  public var assertionFailure: AssertionFailure {
    get { self[AssertionFailureKey.self] }
    set { self[AssertionFailureKey.self] = newValue }
  }
}

private enum AssertKey: DependencyKey {
  static var liveValue: Assertion {
    Assertion { Swift.assert($0(), $1(), file: $2.filePath, line: $2.line) }
  }
  static var testValue: Assertion { .issue(named: "assertion") }
}

private enum PreconditionKey: DependencyKey {
  static var liveValue: Assertion {
    Assertion { Swift.precondition($0(), $1(), file: $2.filePath, line: $2.line) }
  }
  static var testValue: Assertion { .issue(named: "precondition") }
}

private enum AssertionFailureKey: DependencyKey {
  static var liveValue: AssertionFailure {
    AssertionFailure { Swift.assertionFailure($0(), file: $1.filePath, line: $1.line) }
  }
  static var testValue: AssertionFailure {
    AssertionFailure { reportIssue("An assertion failed: \($0())", at: $1) }
  }
}

/// A function that checks a condition; see ``DependencyValues/assert`` and ``DependencyValues/precondition``.
public struct Assertion: Sendable {
  private let check: @Sendable (() -> Bool, () -> String, CallSite) -> Void

  /// Creates an assertion from a closure.
  ///
  /// - Parameter check: A closure that receives the condition, the message for a failure, and the location of
  ///   the call.
  public init(
    _ check:
      @escaping @Sendable (
        _ condition: () -> Bool, _ message: () -> String, _ location: CallSite
      ) -> Void
  ) {
    self.check = check
  }

  fileprivate static func issue(named name: String) -> Assertion {
    Assertion { condition, message, location in
      guard !condition() else { return }
      let message = message()
      reportIssue(
        "A\(name == "assertion" ? "n" : "") \(name) doesn't hold\(message.isEmpty ? "." : ": \(message)")",
        at: location
      )
    }
  }

  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition that has to hold.
  ///   - message: The message for a failure.
  ///   - fileID: The file named in a failure.
  ///   - filePath: The file's path.
  ///   - line: The line named in a failure.
  ///   - column: The column named in a failure.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    check(condition, message, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A function that reports an unexpected event; see ``DependencyValues/assertionFailure``.
public struct AssertionFailure: Sendable {
  private let fail: @Sendable (() -> String, CallSite) -> Void

  /// Creates an assertion failure from a closure.
  ///
  /// - Parameter fail: A closure that receives the message and the location of the call.
  public init(_ fail: @escaping @Sendable (_ message: () -> String, _ location: CallSite) -> Void) {
    self.fail = fail
  }

  /// Reports an unexpected event.
  ///
  /// - Parameters:
  ///   - message: A description of the event.
  ///   - fileID: The file named in the failure.
  ///   - filePath: The file's path.
  ///   - line: The line named in the failure.
  ///   - column: The column named in the failure.
  public func callAsFunction(
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    fail(message, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
