import TestSupport
import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// Histories of many calls, which take few steps to check.
final class LinearizableSizeTests: XCTestCase {
  struct KeyedCall: Hashable, Sendable {
    let key: Int
    let call: RegisterCall
  }

  /// Creates a legal history of clients that call registers. Each call takes effect at its end.
  private func timeline(
    calls: Int,
    keys: Int,
    clients: Int,
    unknown: Int = 20,
    seed: UInt64 = 1
  ) -> Timeline<KeyedCall, Int> {
    var random = SeededRandom(seed)
    var timeline = Timeline<KeyedCall, Int>()
    var values = Array(repeating: 0, count: keys)
    var starts: [Int: (call: KeyedCall, time: Int)] = [:]
    var time = 0
    var started = 0
    while started < calls || !starts.isEmpty {
      time += 1
      let client = Int.random(in: 0..<clients, using: &random)
      if let (call, start) = starts.removeValue(forKey: client) {
        let hasEffect = Int.random(in: 0..<unknown, using: &random) > 0
        let output = hasEffect ? call.call.apply(to: &values[call.key]) : 0
        let isUnknown = !hasEffect || Int.random(in: 0..<unknown, using: &random) == 0
        timeline.add("\(client)", call, start, time, isUnknown ? .unknown(Timeout()) : .returned(output))
      } else if started < calls {
        let input = RandomRegister.input(using: &random)
        starts[client] = (KeyedCall(key: .random(in: 0..<keys, using: &random), call: input), time)
        started += 1
      }
    }
    return timeline
  }

  private func check(limit: Int) -> HistoryCheck<KeyedCall, Int> {
    .linearizable(initial: 0, by: \.key, limit: limit) { $1.call.apply(to: &$0) }
  }

  /// Checks that a counterexample was found, instead of a search reaching its limit.
  private func assertIllegal(_ violation: HistoryViolation?, last: Int, line: UInt = #line) {
    XCTAssertEqual(violation?.calls.last, last, line: line)
    XCTAssertNotNil(violation?.lastOrder, line: line)
  }

  func testManyKeys() {
    var timeline = timeline(calls: 2_000, keys: 50, clients: 5)
    XCTAssertNil(timeline.history.violation(of: check(limit: 1_000)))
    timeline.add("0", KeyedCall(key: 7, call: .read), 100_000, 100_001, -1)
    let violation = timeline.history.violation(of: check(limit: 1_000))
    assertIllegal(violation, last: 2_001)
  }

  func testOneKey() {
    var timeline = timeline(calls: 500, keys: 1, clients: 5, unknown: 200)
    XCTAssertNil(timeline.history.violation(of: check(limit: 2_000)))
    timeline.add("0", KeyedCall(key: 0, call: .read), 100_000, 100_001, -1)
    assertIllegal(timeline.history.violation(of: check(limit: 20_000)), last: 501)
  }

  func testManyUnknownWrites() {
    // Without the rules for pending calls, 30 unknown writes could take effect in 2^30 combinations.
    var timeline = Timeline<KeyedCall, Int>()
    for number in 0..<30 {
      timeline.add("a", KeyedCall(key: 0, call: .write(number)), number, nil, .unknown(nil))
      timeline.add("b", KeyedCall(key: 0, call: .read), 100 + 2 * number, 101 + 2 * number, number)
    }
    timeline.add("b", KeyedCall(key: 0, call: .read), 300, 301, 15)
    assertIllegal(timeline.history.violation(of: check(limit: 2_000)), last: 61)
  }

  func testEqualUnknownCallsAreInterchangeable() {
    var timeline = Timeline<Int, Int>()
    for number in 0..<60 { timeline.add("a", 1, number, nil, .unknown(nil)) }
    timeline.add("b", 0, 100, 101, 40)
    func check(limit: Int) -> HistoryCheck<Int, Int> {
      .linearizable(initial: 0, limit: limit) { total, amount in
        total += amount
        return total
      }
    }
    XCTAssertNil(timeline.history.violation(of: check(limit: 200)))
    timeline.add("b", 0, 102, 103, 39)
    assertIllegal(timeline.history.violation(of: check(limit: 1_000)), last: 62)
  }
}
