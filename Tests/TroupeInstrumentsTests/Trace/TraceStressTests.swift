import TraceChecking
import Troupe
import TroupeTesting
import XCTest

@testable import TroupeInstruments

/// Instruments that many threads use.
final class TraceStressTests: TroupeTestCase {
  // S630, S632, S637
  func testManyStoresAtOnceHaveOneTraceAndCounters() async throws {
    let text = TraceText()
    let (file, counters) = (TraceFile(output: text.output, trackLimit: 4), Counters())
    await withDiscardingTaskGroup { group in
      for number in 0..<16 {
        group.addTask {
          var configuration = StoreConfiguration<Shop.Action>()
          configuration.name = "\(number)"
          configuration.instruments = [file, counters]
          let store = Store(initialState: Shop.State(), configuration: configuration) { Shop() }
          for _ in 0..<50 { await store.send(.chain("", 3)).finish() }
          await store.shutdown(within: .zero)
        }
      }
    }
    let snapshot = counters.snapshot
    XCTAssertEqual(snapshot.actions, 16 * 50 * 4)
    XCTAssertEqual(snapshot.effectsEnded, snapshot.effectsStarted)
    XCTAssertEqual(snapshot.turnDurations.count, snapshot.turns)
    try file.close()
    let trace = try text.trace()
    XCTAssertEqual(trace.problems, [])
    XCTAssertEqual(trace.slices.count { $0.category == "action" }, 16 * 50 * 4)
    XCTAssertEqual(trace.events.count { $0.phase == "f" }, 16 * 50 * 3)
    XCTAssertGreaterThanOrEqual(trace.trackNames.count, 16)
  }
}
