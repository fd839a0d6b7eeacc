import TestSupport
import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// The check that a client's reads never go back.
final class MonotonicReadsTests: XCTestCase {
  private enum Call: Hashable, Sendable {
    case read(String)
    case write(String)

    var key: String? {
      if case .read(let key) = self { key } else { nil }
    }
  }

  private static var check: HistoryCheck<Call, Int> { .monotonicReads(of: { $0 }, by: \.key) }

  func testAnOlderValueIsFound() throws {
    var timeline = Timeline<Call, Int>()
    timeline.add("a", .read("x"), 1, 2, 1)
    timeline.add("a", .read("x"), 3, 4, 3)
    timeline.add("a", .read("y"), 5, 6, 1)
    timeline.add("a", .write("x"), 7, 8, 0)
    timeline.add("b", .read("x"), 9, 10, 1)
    timeline.add("a", .read("x"), 11, 12, .unknown(Timeout()))
    timeline.add("a", .read("x"), 13, 14, 3)
    XCTAssertNil(timeline.history.violation(of: Self.check))
    timeline.add("a", .read("x"), 15, 16, 2)
    let violation = try XCTUnwrap(timeline.history.violation(of: Self.check))
    XCTAssertEqual(violation.check, "monotonicReads")
    XCTAssertEqual(violation.calls, [2, 8])
    XCTAssertEqual(
      violation.description,
      """
      The client "a" read an older value of the key "x" than before: 2 after 3.

      call  client  input       outcome     start  end
      2     a       .read("x")  returned 3  3 s    4 s
      8     a       .read("x")  returned 2  15 s   16 s
      """
    )
  }

  func testOverlappingReadsAreNotCompared() {
    var timeline = Timeline<Call, Int>()
    timeline.add("a", .read("x"), 1, 3, 2)
    timeline.add("a", .read("x"), 2, 4, 1)
    XCTAssertNil(timeline.history.violation(of: Self.check))
    // The third read overlaps only with the second one.
    timeline.add("a", .read("x"), 5, 6, 1)
    XCTAssertEqual(timeline.history.violation(of: Self.check)?.calls, [1, 3])
  }

  func testCallsWithoutAClientAreOneClient() async {
    let history = History<Int, Int?>()
    for output in [2, nil, 1] { await history.record(0) { _ in output } }
    let violation = history.violation(of: .monotonicReads { $0 })
    XCTAssertEqual(violation?.calls, [1, 3])
    XCTAssertEqual(
      violation?.description.split(separator: "\n").first,
      "A client read an older value than before: 1 after 2."
    )
  }

  /// Compares the check with the definition, for random reads.
  func testTheCheckFindsAPairIfThereIsOne() {
    var illegal = 0
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededRandom(seed)
      var timeline = Timeline<Call, Int>()
      var times = Array(1...16).shuffled(using: &random)
      for _ in 0..<8 {
        let (first, second) = (times.removeLast(), times.removeLast())
        let client = Bool.random(using: &random) ? "a" : "b"
        let value = (first + second) / 3 + .random(in: 0...6, using: &random)
        timeline.add(client, .read("x"), min(first, second), max(first, second), value)
      }
      let calls = timeline.calls
      let pairs = calls.flatMap { first in
        calls.filter { second in
          first.client == second.client && first.ended(before: second)
            && (first.output ?? 0) > (second.output ?? 0)
        }
        .map { [first.number, $0.number] }
      }
      let violation = timeline.history.violation(of: Self.check)
      XCTAssertEqual(violation == nil, pairs.isEmpty, "seed \(seed)")
      if let violation {
        illegal += 1
        XCTAssertTrue(pairs.contains(violation.calls), "seed \(seed)")
      }
    }
    XCTAssertTrue((100...400).contains(illegal), "\(illegal)")
  }
}
