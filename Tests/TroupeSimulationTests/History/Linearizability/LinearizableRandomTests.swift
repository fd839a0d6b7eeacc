import Foundation
import TestSupport
import TroupeDiagnostics
import TroupeSimulation
import XCTest

/// Random histories, compared with a checker that tries all orders.
///
/// `TROUPE_HISTORIES` sets the number of histories.
final class LinearizableRandomTests: XCTestCase {
  private static let count =
    ProcessInfo.processInfo.environment["TROUPE_HISTORIES"].flatMap(Int.init) ?? 2_000

  func testRegisters() { compare(RandomRegister.self) }
  func testCounters() { compare(RandomCounter.self) }
  func testQueues() { compare(RandomQueue.self) }

  private func compare<Object: RandomObject>(_ type: Object.Type, line: UInt = #line) {
    let count = Self.count / 3
    var illegal = 0
    for seed in 0..<UInt64(count) {
      let random = RandomHistory<Object>(seed: seed)
      let isLegal = Self.isLegal(type, random.calls)
      let violation = History(random.calls).violation(of: Self.check(type))
      let nondeterministic = History(random.calls).violation(of: Self.nondeterministicCheck(type))
      XCTAssertEqual(violation == nil, isLegal, "seed \(seed)\n\(violation?.description ?? "")", line: line)
      XCTAssertEqual(nondeterministic?.calls, violation?.calls, "seed \(seed)", line: line)
      if !random.isDamaged { XCTAssertTrue(isLegal, "seed \(seed)", line: line) }
      guard let violation else { continue }
      illegal += 1
      check(violation, of: random, "seed \(seed)\n\(violation)", line: line)
    }
    // Both kinds of histories are frequent.
    XCTAssertTrue((count / 5...count / 2).contains(illegal), "\(illegal) of \(count)", line: line)
    if Self.count > 2_000 { print("\(type): \(illegal) of \(count) histories are illegal") }
  }

  /// Checks that a counterexample is illegal, and that it is the shortest beginning of this kind.
  private func check<Object: RandomObject>(
    _ violation: HistoryViolation,
    of random: RandomHistory<Object>,
    _ message: @autoclosure () -> String,
    line: UInt
  ) {
    let calls = random.calls.filter { violation.calls.contains($0.number) }
    let last = violation.lastOrder ?? .max
    XCTAssertFalse(Self.isLegal(Object.self, calls, until: last), message(), line: line)
    XCTAssertTrue(Self.isLegal(Object.self, random.calls, until: last - 1), message(), line: line)
    XCTAssertTrue(calls.contains { $0.endOrder == last && $0.output != nil }, message(), line: line)
  }

  private static func isLegal<Object: RandomObject>(
    _ type: Object.Type,
    _ calls: [History<Object.Input, Int>.Call],
    until last: Int = .max
  ) -> Bool {
    BruteForce.isLinearizable(calls, until: last, initial: Object.initial) { $0.apply($1) }
  }

  private static func check<Object: RandomObject>(_: Object.Type) -> HistoryCheck<Object.Input, Int> {
    .linearizable(initial: Object.initial) { $0.apply($1) }
  }

  private static func nondeterministicCheck<Object: RandomObject>(
    _: Object.Type
  ) -> HistoryCheck<Object.Input, Int> {
    .linearizable(initial: Object.initial) { state, input, output in
      var next = state
      let actual = next.apply(input)
      return output.map { $0 == actual } ?? true ? [next] : []
    }
  }
}
