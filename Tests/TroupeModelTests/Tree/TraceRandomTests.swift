import Foundation
import TraceChecking
import Troupe
import TroupeInstruments
import TroupeTesting
import XCTest

/// The traces of random trees of features, whose children appear and disappear while they have effects.
final class TraceRandomTests: TroupeTestCase {
  // S630, S631, S632
  func testTheTraceOfARandomTreeIsRight() async throws {
    try await underSeeds(15) { scheduler, clock in
      let path = FileManager.default.temporaryDirectory.appending(path: "Trace-\(UUID().uuidString).json")
        .path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let (file, counters) = (try TraceFile(path: path), Counters())
      let notes = Collector<Int>()
      try await withIssueReporters([IssueCollector()]) {
        var driver = TreeDriver(seed: scheduler.seed)
        var configuration = scheduler.configuration(for: Tree.Action.self)
        configuration.instruments = [file, counters]
        let store = Store(initialState: driver.state(depth: 3), configuration: configuration) {
          Tree(notes: notes, clock: clock)
        }
        for number in 0..<100 {
          if Int.random(in: 0..<8, using: &driver.generator) == 0 {
            await clock.advance(by: .seconds(1))
          } else {
            await store.send(driver.action(number, await store.state))
            await scheduler.settle()
          }
          if number % 10 == 0 { driver.saved.append(await store.state) }
        }
        await store.shutdown(within: .zero)
        await scheduler.settle()
        try file.close()
      }
      let trace = try Trace(String(contentsOfFile: path, encoding: .utf8))
      XCTAssertEqual(trace.problems, [])
      let (slices, intervals, snapshot) = (trace.slices, trace.intervals, counters.snapshot)
      XCTAssertEqual(slices.count { $0.category == "action" }, Int(snapshot.actions))
      XCTAssertEqual(slices.count { $0.category == "turn" }, Int(snapshot.turns))
      XCTAssertEqual(intervals.count { $0.category == "effect" }, Int(snapshot.effectsStarted))
      XCTAssertEqual(snapshot.effectsRunning, 0)
      XCTAssertGreaterThan(intervals.count { $0.arguments["ended"] == "cancelled" }, 0)
      XCTAssertGreaterThan(intervals.count { $0.category == "scope" }, 0)
      let caused = slices.filter { $0.arguments["cause"] != nil }
      XCTAssertEqual(trace.events.count { $0.phase == "f" }, caused.count)
    }
  }
}
