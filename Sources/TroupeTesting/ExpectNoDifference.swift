import Troupe

/// Asserts that two values are equal. If the values differ, the test fails and the failure shows the
/// differences.
///
/// ```swift
/// let draft = await store.state
/// expectNoDifference(draft, Draft(title: "Troupe", stars: 2))
/// ```
///
/// The values are compared with `==`, and the failure contains the result of `valueDifference(from:to:)`.
/// Lines that are only in the first value start with `-`, and lines that are only in the second value start
/// with `+`.
///
/// - Parameters:
///   - value: The actual value.
///   - expected: The expected value.
///   - message: A text to report before the difference.
///   - fileID: The file named in the failure.
///   - filePath: The file's path.
///   - line: The line named in the failure.
///   - column: The column named in the failure.
public func expectNoDifference<Value: Equatable>(
  _ value: @autoclosure () throws -> Value,
  _ expected: @autoclosure () throws -> Value,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  do {
    let (value, expected) = (try value(), try expected())
    guard value != expected else { return }
    let difference = valueDifference(from: value, to: expected) ?? "The two values have the same text."
    let introduction = message().map { "\($0)\n\n" } ?? ""
    reportIssue("\(introduction)The values differ (- found, + expected):\n\n\(difference)", at: location)
  } catch {
    reportIssue("An error was thrown, so the values weren't compared: \(error)", at: location)
  }
}
