import TraceChecking
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import TroupeInstruments

/// The events of saved stores, and of inboxes.
final class TraceSavesTests: TroupeTestCase {
  private struct Counter: Reducer {
    struct State: Codable, Sendable { var count = 0 }
    enum Action: Sendable { case increment }
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  // S631, S637
  func testSavesAreThere() async throws {
    try await underSeeds { scheduler, _ in
      let text = TraceText()
      let (file, counters) = (TraceFile(output: text.output), Counters())
      var configuration = scheduler.configuration(for: Counter.Action.self)
      configuration.instruments = [file, counters]
      let store = try await Store(
        initialState: Counter.State(),
        storage: MemoryStorage(),
        key: "counter",
        codec: StateCodec(format: JSONFormat()),
        configuration: configuration
      ) {
        Counter()
      }
      try await store.commit(.increment)
      await store.send(.increment)
      try await store.commit(.increment)
      await store.shutdown(within: .zero)
      try file.close()
      let trace = try text.trace()
      XCTAssertEqual(trace.problems, [])
      let saves = trace.intervals.filter { $0.category == "save" }
      XCTAssertEqual(counters.snapshot.saves, UInt64(saves.count))
      XCTAssertEqual(saves.reduce(0) { $0 + (Int($1.arguments["turns"] ?? "") ?? 0) }, 3)
      // Where the scheduler has the tasks of the process, no time passes.
      if !Scheduler.capturesAllTasks { XCTAssertGreaterThan(counters.snapshot.saveWaits.sum, .zero) }
    }
  }

  // S631, S637
  func testWhatIsDroppedIsThere() async throws {
    try await underSeeds { scheduler, _ in
      let text = TraceText()
      let (file, counters) = (TraceFile(output: text.output), Counters())
      var configuration = scheduler.configuration(for: Int.self)
      configuration.instruments = [file, counters]
      configuration.inbox = InboxConfiguration(capacity: 2, overflow: .dropNewest)
      let store = Store(initialState: 0, configuration: configuration) {
        Reduce<Int, Int> { state, action in
          state += 1
          switch action {
          case 1:
            return .run { send in
              do { try await waitForCancellation() } catch { await send(3) }
            }
            .cancellable(id: "it")
          case 2: return .cancel(id: "it")
          default: return .none
          }
        }
      }
      for _ in 0..<5 { try store.enqueue(0) }
      await scheduler.settle()
      await store.send(1)
      await scheduler.settle()
      await store.send(2)
      await scheduler.settle()
      await store.shutdown(within: .zero)
      try file.close()
      let trace = try text.trace()
      XCTAssertEqual(trace.problems, [])
      let instants = trace.events.filter { $0.phase == "i" }
      XCTAssertEqual(instants.filter { $0.name == "dropped: Int(…)" }.count, 1)
      let overflows = instants.filter { $0.name == "inbox overflow" }.compactMap {
        Int($0.arguments["dropped"] ?? "")
      }
      XCTAssertEqual(overflows.reduce(0, +), 3)
      XCTAssertEqual(trace.slices.count { $0.arguments["origin"] == "enqueued" }, 2)
      XCTAssertEqual(counters.snapshot.droppedActions, 1)
      XCTAssertEqual(counters.snapshot.inboxOverflows, 3)
    }
  }
}
