import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// The check that effects are neither lost nor repeated.
final class ExactlyOnceTests: XCTestCase {
  private struct Order: Sendable {
    let id: Int?
    var item = "tea"
  }

  private static var history: History<String, Bool> {
    var timeline = Timeline<String, Bool>()
    timeline.add("a", "tea", 1, 4, true)
    timeline.add("b", "milk", 2, 3, .unknown(Timeout()))
    timeline.add("a", "salt", 5, 6, .failed(Refusal()))
    timeline.add("b", "rice", 7, nil, .unknown(nil))
    return timeline.history
  }

  func testUnknownEffectsMayBeMissing() {
    XCTAssertNil(Self.history.violation(of: .exactlyOnce(of: ["tea"])))
    XCTAssertNil(Self.history.violation(of: .exactlyOnce(of: ["rice", "milk", "tea"])))
    XCTAssertNil(History<String, Bool>().violation(of: .exactlyOnce(of: [])))
  }

  func testEachWrongEffectIsNamed() throws {
    let effects = ["milk", "milk", "salt", "wine", "wine", "rice"]
    let violation = try XCTUnwrap(Self.history.violation(of: .exactlyOnce(of: effects)))
    XCTAssertEqual(violation.check, "exactlyOnce")
    XCTAssertEqual(violation.calls, [1, 2, 3])
    XCTAssertEqual(
      violation.description,
      """
      Not every call has exactly one effect.
      - Call 1 returned, but had no effect.
      - Call 2 took effect 2 times.
      - Call 3 failed, but took effect.
      - No call caused the effect "wine".

      call  client  input   outcome                             start  end
      1     a       "tea"   returned true                       1 s    4 s
      2     b       "milk"  unknown: Timeout()                  2 s    3 s
      3     a       "salt"  failed: Refusal(hadNoEffect: true)  5 s    6 s
      """
    )
  }

  func testARepeatedEffectIsFoundAlsoIfItsCallReturned() throws {
    let violation = try XCTUnwrap(Self.history.violation(of: .exactlyOnce(of: ["tea", "tea"])))
    XCTAssertEqual(violation.calls, [1])
  }

  func testOnlyTheFirstProblemsAreListed() throws {
    let violation = try XCTUnwrap(
      History<Int, Int>().violation(of: .exactlyOnce(of: Array(1...12)))
    )
    let lines = violation.description.split(separator: "\n")
    XCTAssertEqual(lines.count, 12)
    XCTAssertEqual(lines.last, "- … (2 more problems)")
  }

  func testCallsWithAKeyAreAttemptsOfOneOperation() throws {
    var timeline = Timeline<Order, Int>()
    timeline.add("a", Order(id: 1), 1, 2, .unknown(Timeout()))
    timeline.add("a", Order(id: 1), 3, 4, 1)
    timeline.add("a", Order(id: nil), 5, 6, 0)
    timeline.add("a", Order(id: 2), 7, 8, .failed(Refusal()))
    timeline.add("a", Order(id: 2), 9, nil, .unknown(nil))
    func violation(_ charges: [(order: Int, amount: Int)]) -> HistoryViolation? {
      timeline.history.violation(of: .exactlyOnce(of: charges, by: \.order, callsBy: \.id))
    }
    XCTAssertNil(violation([(1, 10)]))
    XCTAssertNil(violation([(1, 10), (2, 20)]))
    XCTAssertEqual(violation([(1, 10), (1, 11)])?.calls, [1, 2])
    XCTAssertEqual(violation([(1, 10), (2, 20), (2, 20)])?.calls, [4, 5])
    XCTAssertEqual(violation([(1, 10), (3, 20)])?.calls, [])
    XCTAssertEqual(
      violation([])?.description,
      """
      Not every call has exactly one effect.
      - Calls 1 and 2 returned, but had no effect.

      call  client  input                                       outcome             start  end
      1     a       ExactlyOnceTests.Order(id: 1, item: "tea")  unknown: Timeout()  1 s    2 s
      2     a       ExactlyOnceTests.Order(id: 1, item: "tea")  returned 1          3 s    4 s
      """
    )
  }
}
