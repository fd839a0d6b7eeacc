import Troupe
import TroupeDiagnostics
import XCTest

final class ReportIssueTests: XCTestCase {
  private final class Recorder: IssueReporter {
    let issues = Locked<[ReportedIssue]>([])
    func report(_ issue: ReportedIssue) { issues.withLock { $0.append(issue) } }
    var messages: [String] { issues.withLock { $0.map(\.message) } }
  }

  // S507
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

  // S508
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
    let issue = ReportedIssue(message: "first\n\nsecond", location: CallSite())
    XCTAssertFalse(issue.description.contains("\n"))
  }

  func testAMessageIsBoundedAndShowsWhatItHides() {
    let long = ReportedIssue(message: String(repeating: "é", count: 5_000_000), location: CallSite())
    XCTAssertLessThanOrEqual(long.message.utf8.count, ReportedIssue.maximumLength)
    XCTAssertTrue(
      long.message.hasSuffix("é\n… (The message was cut: it had 10000000 bytes.)"),
      "\(long.message.suffix(80))"
    )
    XCTAssertEqual(ReportedIssue(message: long.message, location: CallSite()).message, long.message)
    let escapes = ReportedIssue(message: String(repeating: "\u{1}", count: 60_000), location: CallSite())
    XCTAssertLessThanOrEqual(escapes.message.utf8.count, ReportedIssue.maximumLength)
    let hidden = ReportedIssue(
      message: "a\tb\r\nc\u{85}d\u{2028}e\u{2029}f\u{202E}g\u{7}\n👩‍👧",
      location: CallSite()
    )
    XCTAssertEqual(
      hidden.message,
      "a\tb\\r\nc\\u{85}d\\u{2028}e\\u{2029}f\\u{202E}g\\u{7}\n👩‍👧"
    )
  }

  // S507
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

  // S509
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

  // S509
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
    let first = CallSite(fileID: "M/A.swift", filePath: "/a", line: 1, column: 2)
    let same = CallSite(fileID: "M/A.swift", filePath: "/elsewhere", line: 1, column: 2)
    let other = CallSite(fileID: "M/A.swift", filePath: "/a", line: 1, column: 3)
    XCTAssertEqual(Set([first, same, other]).count, 2)
  }
}
