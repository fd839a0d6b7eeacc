import Troupe
import XCTest

final class IssueContextTests: XCTestCase {
  private struct Failure: Error {}

  private func places(_ body: () -> Void) -> [UInt] {
    let collector = Issues()
    withIssueReporters([collector], operation: body)
    return collector.lines
  }

  func testIssuesPointAtTheContext() {
    XCTAssertEqual(places { withIssueContext(line: 7) { reportIssue("a", line: 1) } }, [7])
    let location = CallSite(fileID: #fileID, filePath: #filePath, line: 2, column: 1)
    XCTAssertEqual(places { withIssueContext(line: 7) { reportIssue("a", at: location) } }, [7])
    XCTAssertEqual(places { reportIssue("a", line: 1) }, [1])
  }

  func testTheOutermostContextCounts() {
    let lines = places {
      withIssueContext(line: 7) { withIssueContext(line: 8) { reportIssue("a", line: 1) } }
    }
    XCTAssertEqual(lines, [7])
  }

  func testItHoldsInTasksAndEffects() async {
    let collector = Issues()
    await withIssueReporters([collector]) {
      await withIssueContext(line: 9) {
        await Task { reportIssue("a", line: 1) }.value
        let store = Store(initialState: 0) {
          Reduce<Int, Int> { _, action in
            action == 0 ? .run { _ in reportIssue("b", line: 2) } : .none
          }
        }
        await store.send(0).finish()
      }
    }
    XCTAssertEqual(collector.lines, [9, 9])
  }

  func testAnErrorIsReportedAsAnIssue() async {
    func fail() async throws -> Int { throw Failure() }
    let collector = Issues()
    let (first, second, third) = await withIssueReporters([collector]) {
      let first: Int? = withErrorReporting("Loading", line: 3) { throw Failure() }
      let second = await withErrorReporting(line: 4) { try await fail() }
      let third = await withErrorReporting { await Task { 5 }.value }
      return (first, second, third)
    }
    XCTAssertEqual([first, second, third], [nil, nil, 5])
    XCTAssertEqual(collector.lines, [3, 4])
    XCTAssertTrue(collector.messages[0].hasPrefix("Loading: "), collector.messages[0])
    XCTAssertTrue(collector.messages.allSatisfy { $0.contains("Failure") }, "\(collector.messages)")
  }
}

private final class Issues: IssueReporter {
  private let issues = Locked<[ReportedIssue]>([])
  var lines: [UInt] { issues.withLock { $0.map(\.location.line) } }
  var messages: [String] { issues.withLock { $0.map(\.message) } }
  func report(_ issue: ReportedIssue) { issues.withLock { $0.append(issue) } }
}
