import Synchronization
import Troupe
import XCTest

@testable import TroupeTesting

/// One run of a scheduler at a time captures the tasks of a process.
final class RunTurnsTests: XCTestCase {
  // S835
  func testRunsTakeTurns() async throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
    final class Count: Sendable { let running = Atomic(0) }
    let count = Count()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 0..<20 as Range<UInt64> {
        group.addTask {
          try await Scheduler(seed: seed).run {
            XCTAssertEqual(count.running.add(1, ordering: .relaxed).newValue, 1)
            // not a wait: it lets the other task begin.
            for _ in 0..<5 { await Task.yield() }
            count.running.subtract(1, ordering: .relaxed)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // S835
  func testARunWithinARunHasItsTurn() async throws {
    let result = try await Scheduler().run { try await Scheduler().run { await Task { 1 }.value } }
    XCTAssertEqual(result, 1)
  }

  // S835
  func testARunThatWaitsLongSaysSo() async {
    let (said, continuation) = AsyncStream<String>.makeStream()
    let turns = RunTurns(patience: .zero) { continuation.yield($0) }
    let here = CallSite()
    await turns.take(at: here)
    let other = Task { await turns.take(at: here) }
    var messages = said.makeAsyncIterator()
    let message = await messages.next()
    XCTAssertTrue(message?.hasPrefix("note: the run at \(here) has been waiting") == true, "\(message ?? "")")
    // not a wait: it lets the other task begin.
    while turns.waitingCount == 0 { await Task.yield() }
    turns.give()
    await other.value
    turns.give()
    XCTAssertEqual(turns.waitingCount, 0)
  }
}
