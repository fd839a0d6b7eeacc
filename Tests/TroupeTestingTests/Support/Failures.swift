import Troupe
import XCTest

/// Runs a part of a test that fails, and returns its failures.
nonisolated(nonsending)
  func failures(of body: nonisolated(nonsending) () async throws -> Void) async rethrows -> [ReportedIssue]
{
  let collector = IssueCollector()
  try await withIssueReporters([collector]) { try await body() }
  return collector.all
}

/// Asserts that a part of a test has one failure, with a certain text, this many lines below the statement.
nonisolated(nonsending)
  func assertFailure(
    _ expected: String,
    lines: UInt? = nil,
    line: UInt = #line,
    of body: nonisolated(nonsending) () async throws -> Void
  ) async rethrows
{
  let found = try await failures(of: body)
  XCTAssertEqual(found.map(\.message), [expected], line: line)
  if let lines { XCTAssertEqual(found.first?.location.line, line + lines, line: line) }
}
