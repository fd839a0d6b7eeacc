import Troupe
import XCTest

/// Runs a body that is to report issues, and checks each of them.
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
