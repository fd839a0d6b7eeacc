import Troupe
import TroupeTesting
import XCTest

final class CancellationTests: TroupeTestCase {
  /// An effect that sleeps for a second and sends its number.
  @Sendable private static func delayed(_ number: Int, _ clock: TestClock) -> Effect<Int> {
    .run { send in
      try await clock.sleep(for: .seconds(1))
      await send(number)
    }
  }

  // S128, S130
  func testCancelInFlightLeavesTheLast() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action < 10 ? Self.delayed(action + 10, clock).cancellable(id: "id", cancelInFlight: true) : .none
      }
      for action in 0..<3 { await store.send(action) }
      await clock.advance(by: .seconds(1))
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 2, 12])
    }
  }

  // D1, S135, S148: a cancellation before the work has begun.
  func testWorkThatIsCancelledBeforeItBeganNeverBegins() async throws {
    try await underSeeds(50) { scheduler, _ in
      let began = Collector<Int>()
      let store = numberStore(scheduler) { action in
        switch action {
        case 0: .run { _ in began.append(0) }.cancellable(id: "id")
        case 1: .merge(.run { _ in began.append(1) }.cancellable(id: "id"), .send(2))
        default: .cancel(id: "id")
        }
      }
      // One store, no suspension in between: the work can't have begun.
      await store.perform { store in
        store.send(0)
        store.send(2)
        store.send(1)
      }
      await scheduler.settle()
      XCTAssertEqual(began.all, [])
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  // S153, S155
  func testAPieceOfWorkIsCancelledByItsID() async throws {
    try await underSeeds { scheduler, clock in
      let log = Collector<String>()
      let store = numberStore(scheduler) { action in
        switch action {
        case 0:
          .run { send in
            do {
              try await withTaskCancellation(id: "piece") { try await clock.sleep(for: .seconds(1)) }
              log.append("slept")
            } catch {
              log.append("\(type(of: error))")
            }
            await send(10)
          }
        case 1: .cancel(id: "piece")
        default: .none
        }
      }
      let task = await store.send(0)
      await scheduler.settle()
      let running = await store.runningEffects
      XCTAssertEqual(running.map(\.ids), [[], [CancelID("piece")]])
      await store.send(1)
      await task.finish()
      XCTAssertEqual(log.all, ["CancellationError"])
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 10], "the effect itself continues")
    }
  }

  // S154
  func testAPieceEndsWithItsEffect() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action == 0
          ? .run { _ in
            try await withTaskCancellation(id: "piece") { try await clock.sleep(for: .seconds(1)) }
          }
          .cancellable(id: "whole")
          : .cancel(id: "whole")
      }
      let task = await store.send(0)
      await scheduler.settle()
      await store.send(1)
      await task.finish()
      XCTAssertEqual(clock.sleeperCount, 0)
      let running = await store.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  // S155
  func testAPiecePassesValuesAndErrorsOn() async throws {
    struct Failure: Error {}
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { action in
        guard action == 0 else { return .none }
        return .run { send in
          await send(try await withTaskCancellation(id: "value") { 42 })
          try await withTaskCancellation(id: "error") { throw Failure() }
        } catch: { error, send in
          XCTAssertTrue(error is Failure)
          await send(43)
        }
      }
      await store.send(0).finish()
      let state = await store.state
      XCTAssertEqual(state, [0, 42, 43])
    }
  }

  // S156: the recommended debounce of asynchronous code.
  func testOnlyTheLastOfSeveralPiecesContinues() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        guard action < 10 else { return .none }
        return .run { send in
          try await withTaskCancellation(id: "search", cancelInFlight: true) {
            try await clock.sleep(for: .seconds(1))
            await send(action + 10)
          }
        }
      }
      for action in 0..<3 {
        await store.send(action)
        await scheduler.settle()
      }
      await clock.advance(by: .seconds(1))
      let state = await store.state
      XCTAssertEqual(state, [0, 1, 2, 12])
    }
  }

  // S157
  func testAPieceOfWorkOfAChildIsTheChilds() async throws {
    let piece = Place.Action.run { _, send in
      do {
        try await withTaskCancellation(id: "piece") { try await waitForCancellation() }
      } catch {
        await send(.note("cancelled"))
      }
    }
    let cancel = Place.Action.run { _, _ in await Task.cancel(id: "piece") }
    try await underSeeds { scheduler, _ in
      var state = Place.State()
      state.sheet = Place.State(id: 1)
      let store = Store(initialState: state, configuration: scheduler.configuration()) { Place() }
      let parents = await store.send(piece)
      let childs = await store.send(.sheet(.presented(piece)))
      await scheduler.settle()
      await store.send(.sheet(.presented(cancel))).finish()
      await childs.finish()
      var logs = await store.withState { [$0.sheet?.log, $0.log.filter { $0 == "cancelled" }] }
      XCTAssertEqual(logs, [["cancelled"], []], "the parent's subtask continues")
      await store.send(cancel).finish()
      await parents.finish()
      logs = await store.withState { [$0.sheet?.log, $0.log.filter { $0 == "cancelled" }] }
      XCTAssertEqual(logs, [["cancelled"], ["cancelled"]])
    }
  }

  func testOutsideOfAnEffectTheIDIsAnIssueAndTheWorkIsDone() async throws {
    let collector = IssueCollector()
    try await withIssueReporters([collector]) {
      let value = try await withTaskCancellation(id: "id") { 42 }
      XCTAssertEqual(value, 42)
      await Task.cancel(id: "id")
    }
    XCTAssertEqual(collector.messages.count, 2)
    XCTAssertTrue(collector.messages[0].contains("outside an effect"))
    for issue in collector.all { XCTAssertEqual("\(issue.location.fileID)", #fileID) }
  }

  // S140: ids appear and disappear in many tasks at once, on real threads.
  func testManyIDsFromManyTasks() async throws {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += 1
        let id = action % 10
        return action % 2 == 0
          ? .run { _ in try await waitForCancellation() }.cancellable(id: id)
          : .cancel(id: id)
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<7 {
        group.addTask {
          for action in 0..<200 { await store.send(action * 7 + task) }
        }
      }
    }
    for id in 0..<10 { await store.send(id % 2 == 1 ? id : id + 10 + 1) }
    let report = await store.shutdown(within: .zero)
    XCTAssertTrue(report.stillRunning.isEmpty)
    let running = await store.runningEffects
    XCTAssertTrue(running.isEmpty)
  }

  func testAnIDMadeFromAnIDIsTheSame() {
    let id = CancelID("search")
    XCTAssertEqual(CancelID(id), id)
    XCTAssertEqual(CancelID(Optional(id)), id)
    let erased: any Hashable & Sendable = id
    XCTAssertEqual(CancelID(erased), id)
    XCTAssertNotEqual(CancelID(CancelID?.none), id)
    XCTAssertNotEqual(CancelID(1 as Int), CancelID(1 as Int64))
  }
}

extension Store {
  /// Runs several calls on the store without a suspension in between.
  func perform<Result: Sendable>(_ body: @Sendable (isolated Store) -> Result) -> Result { body(self) }
}
