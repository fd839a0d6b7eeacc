import Troupe
import XCTest

/// Runs a body that has to report issues, and checks each of them.
func expectingIssues(
  _ body: () async throws -> Void,
  _ isExpected: (String) -> Bool,
  file: StaticString = #filePath,
  line: UInt = #line
) async throws {
  let collector = IssueCollector()
  try await withIssueReporters([collector]) { try await body() }
  XCTAssertFalse(collector.messages.isEmpty, "There was no issue.", file: file, line: line)
  for message in collector.messages { XCTAssertTrue(isExpected(message), message, file: file, line: line) }
}

/// Runs a body in which a child becomes another one, and reports that, because effects that it returned with
/// that change never start.
func expectingAnotherChild(
  _ body: () async throws -> Void,
  file: StaticString = #filePath,
  line: UInt = #line
) async throws {
  try await expectingIssues(
    body,
    { $0.contains("replaced its state with another child's state") },
    file: file,
    line: line
  )
}
