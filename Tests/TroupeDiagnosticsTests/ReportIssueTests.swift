import Troupe
import TroupeDiagnostics
import XCTest

final class ReportIssueTests: XCTestCase {
  private final class Recorder: IssueReporter {
    let issues = Locked<[Issue]>([])
    func report(_ issue: Issue) { issues.withLock { $0.append(issue) } }
    var messages: [String] { issues.withLock { $0.map(\.message) } }
  }

  func testIssuesGoToTheInnermostReporters() {
    let outer = Recorder()
    let inner = Recorder()
    withIssueReporters([outer]) {
      reportIssue("one")
      withIssueReporters([inner]) { reportIssue("two") }
      withIssueReporters([]) { reportIssue("nobody hears this") }
      reportIssue("three")
    }
    XCTAssertEqual(outer.messages, ["one", "three"])
    XCTAssertEqual(inner.messages, ["two"])
  }

  func testAnIssueNamesItsCaller() throws {
    let recorder = Recorder()
    let line: UInt = #line + 1
    withIssueReporters([recorder]) { reportIssue("here") }
    let issue = try XCTUnwrap(recorder.issues.withLock { $0.first })
    XCTAssertEqual(issue.location.line, line)
    XCTAssertEqual("\(issue.location.fileID)", "TroupeDiagnosticsTests/ReportIssueTests.swift")
    XCTAssertEqual(issue.description, "TroupeDiagnosticsTests/ReportIssueTests.swift:\(line): here")
  }

  func testADescriptionIsOneLine() {
    let issue = Issue(message: "first\n\nsecond", location: SourceLocation())
    XCTAssertFalse(issue.description.contains("\n"))
  }

  func testReportersReachTasksAndGroups() async {
    let recorder = Recorder()
    await withIssueReporters([recorder]) {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { reportIssue("group") }
      }
      await Task { reportIssue("task") }.value
    }
    XCTAssertEqual(Set(recorder.messages), ["group", "task"])
  }

  func testAnExpectedIssueIsKept() {
    let recorder = Recorder()
    withIssueReporters([recorder]) {
      withExpectedIssue { reportIssue("expected") }
      withExpectedIssue(matching: { $0.message == "a" }) {
        reportIssue("a")
        reportIssue("b")
      }
    }
    XCTAssertEqual(recorder.messages, ["b"])
  }

  func testAMissingIssueIsAnIssue() async throws {
    let recorder = Recorder()
    struct Failure: Error {}
    await withIssueReporters([recorder]) {
      withExpectedIssue {}
      XCTAssertEqual(recorder.issues.withLock { $0.last?.location.line }, #line - 1)
      await withExpectedIssue { await Task.yield() }
      try? withExpectedIssue { throw Failure() }
    }
    XCTAssertEqual(recorder.messages.count, 3)
    XCTAssertTrue(recorder.messages[0].contains("expected here"))
  }

  func testLocationsAreComparedByFileLineAndColumn() {
    let first = SourceLocation(fileID: "M/A.swift", filePath: "/a", line: 1, column: 2)
    let same = SourceLocation(fileID: "M/A.swift", filePath: "/elsewhere", line: 1, column: 2)
    let other = SourceLocation(fileID: "M/A.swift", filePath: "/a", line: 1, column: 3)
    XCTAssertEqual(Set([first, same, other]).count, 2)
  }
}
