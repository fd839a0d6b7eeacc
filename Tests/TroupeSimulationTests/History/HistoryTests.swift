import TestSupport
import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// The recording of calls.
final class HistoryTests: XCTestCase {
  func testACallIsRecordedWithItsOutcome() async throws {
    let history = History<Int, String>()
    let first = await history.record(1, client: "a") { "\($0)" }
    let second = await history.record(2) { _ in throw Refusal() }
    let third = await history.record(3) { _ in throw Refusal(hadNoEffect: false) }
    let fourth = await history.record(4) { _ in throw CancellationError() }
    XCTAssertEqual([first, second, third, fourth], ["1", nil, nil, nil])
    let calls = history.calls
    XCTAssertEqual(calls.map(\.number), [1, 2, 3, 4])
    XCTAssertEqual(calls.map(\.input), [1, 2, 3, 4])
    XCTAssertEqual(calls.map(\.client), ["a", nil, nil, nil])
    XCTAssertEqual(calls.map(\.startOrder), [1, 3, 5, 7])
    XCTAssertEqual(calls.map(\.endOrder), [2, 4, 6, 8])
    XCTAssertEqual(
      calls.map { HistoryTable.outcome(of: $0) },
      ["returned \"1\"", "failed: Refusal(hadNoEffect: true)", "unknown: Refusal(hadNoEffect: false)"]
        + ["unknown: CancellationError()"]
    )
    for (call, next) in zip(calls, calls.dropFirst()) {
      let end = try XCTUnwrap(call.endTime)
      XCTAssertLessThanOrEqual(call.startTime, end)
      XCTAssertLessThanOrEqual(end, next.startTime)
      XCTAssertTrue(call.ended(before: next))
      XCTAssertFalse(next.ended(before: call))
    }
  }

  func testARunningCallIsUnknownUntilItEnds() async {
    let history = History<String, Int>()
    await history.record("outer") { _ in
      await history.record("inner") { _ in 1 }
      let calls = history.calls
      XCTAssertEqual(calls.map(\.endOrder), [nil, 3])
      XCTAssertNil(calls[0].endTime)
      if case .unknown(nil) = calls[0].outcome {} else { XCTFail("\(calls[0].outcome)") }
      XCTAssertFalse(calls[0].ended(before: calls[1]))
      return 2
    }
    XCTAssertEqual(history.calls.map(\.startOrder), [1, 2])
    XCTAssertEqual(history.calls.map(\.endOrder), [4, 3])
    XCTAssertEqual(history.calls.map(\.output), [2, 1])
  }

  /// A closure may use the caller's isolated state.
  @MainActor
  func testACallRunsInTheCallersIsolation() async {
    let history = History<Int, Int>()
    var sum = 0
    for number in 1...3 {
      await history.record(number) { number in
        MainActor.assertIsolated()
        sum += number
        return sum
      }
    }
    XCTAssertEqual(history.calls.map(\.output), [1, 3, 6])
  }

  func testConcurrentCallsHaveDistinctOrders() async {
    let history = History<Int, Int>()
    await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask { _ = await history.record(number) { $0 } }
      }
    }
    let calls = history.calls
    XCTAssertEqual(calls.map(\.number), Array(1...100))
    XCTAssertEqual(calls.map(\.startOrder), calls.map(\.startOrder).sorted())
    XCTAssertEqual((calls.map(\.startOrder) + calls.compactMap(\.endOrder)).sorted(), Array(1...200))
    for call in calls { XCTAssertEqual(call.output, call.input) }
  }

  func testAViolationIsReportedAtTheCaller() async {
    let history = History<Int, Int>()
    await history.record(1) { $0 }
    let issues = IssueCollector()
    withIssueReporters([issues]) {
      history.check(.exactlyOnce(of: [1]))
      history.check(.exactlyOnce(of: [1, 1]), fileID: "Shop/OrderTests.swift", line: 7)
    }
    XCTAssertEqual(issues.all.map(\.location.description), ["Shop/OrderTests.swift:7"])
    XCTAssertEqual(issues.messages, [history.violation(of: .exactlyOnce(of: [1, 1]))?.description])
  }

  func testTimesAreShownInSeconds() {
    let times: [(Duration, String)] = [
      (.zero, "0 s"), (.seconds(90), "90 s"), (.milliseconds(1_500), "1.5 s"),
      (.microseconds(20), "0.00002 s"),
      (.nanoseconds(400), "0 s"), (.nanoseconds(1_999_999_600), "2 s"), (.nanoseconds(10_600), "0.000011 s"),
    ]
    for (time, text) in times { XCTAssertEqual(HistoryTable.time(time), text) }
  }

  func testACustomCheckShowsTheLastCalls() {
    var timeline = Timeline<Int, Int>()
    for number in 1...42 { timeline.add("c", number, 2 * number, 2 * number + 1, number) }
    let check = HistoryCheck<Int, Int>.custom("few calls") { calls in
      calls.count > 41 ? "There are \(calls.count) calls." : nil
    }
    let violation = timeline.history.violation(of: check)
    let lines = violation?.description.split(separator: "\n").map(String.init) ?? []
    XCTAssertEqual(lines.count, 43)
    XCTAssertEqual(
      lines.prefix(4),
      [
        "few calls: There are 42 calls.",
        "call  client  input  outcome      start  end",
        "… (2 earlier calls)",
        "3     c       3      returned 3   6 s    7 s",
      ]
    )
    XCTAssertNil(History(timeline.calls.dropLast()).violation(of: check))
  }
}
