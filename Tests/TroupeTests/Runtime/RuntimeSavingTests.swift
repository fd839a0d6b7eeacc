import TroupeTesting
import XCTest

@testable import Troupe

/// What a runtime holds back until its turns are saved. The saves are made by hand.
final class RuntimeSavingTests: XCTestCase {
  private struct Failure: Error {}

  private let begun = Collector<Int>()

  /// Runs a body on a store whose actions begin effects that record their number.
  private func withStore(
    _ body: @escaping @Sendable (isolated Store<Int, Int>, Scheduler) async throws -> Void
  ) async throws {
    let scheduler = Scheduler()
    let begun = begun
    try await scheduler.run {
      let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
        Reduce { _, action in .run { _ in begun.append(action) } }
      }
      try await body(store, scheduler)
    }
  }

  // S583
  func testAStoreThatIsNotSavedHoldsNothingBack() async throws {
    try await withStore { store, scheduler in
      let runtime = store.core.runtime
      XCTAssertEqual(runtime.newestTurn, 0)
      XCTAssertNil(runtime.cascadeOfNothing)
      let signal = Signal()
      runtime.fireWhenSaved(signal)
      await signal.wait()
      let isSaved = await runtime.waitUntilSaved(1, on: store)
      XCTAssertTrue(isSaved)
      let failure = await runtime.failureOfSaving()
      XCTAssertNil(failure)
      await runtime.waitForOutcome(of: 1, on: store)
      XCTAssertEqual(runtime.closeWithUnsavedTurns(Failure()), 0)
      var count = 0
      runtime.reportingForSaves { count += 1 }
      XCTAssertEqual(count, 1)
    }
  }

  // S582
  func testEffectsBeginWhenTheirTurnIsSaved() async throws {
    try await withStore { [begun] store, scheduler in
      let (runtime, queue) = (store.core.runtime, store.saveTurns())
      XCTAssertTrue(runtime.cascadeOfNothing === runtime.cascadeOfNothing)
      store.send(1)
      store.send(2)
      await scheduler.settle()
      XCTAssertEqual(begun.all, [])
      XCTAssertEqual(runtime.newestTurn, 2)
      queue.taken()
      runtime.release(upTo: 1)
      await scheduler.settle()
      XCTAssertEqual(begun.all, [1])
      // A transient action has to be saved as well if it begins an effect.
      store.send(-1)
      XCTAssertEqual(runtime.newestTurn, 3)
      runtime.release(upTo: 3)
      await scheduler.settle()
      XCTAssertEqual(begun.all, [1, 2, -1])
      // A saved state is published at once.
      let announced = Signal()
      runtime.fireWhenSaved(announced)
      let watch = Task(executorPreference: scheduler) {
        await announced.wait()
        return !Task.isCancelled
      }
      await scheduler.settle()
      watch.cancel()
      let wasAnnounced = await watch.value
      XCTAssertTrue(wasAnnounced)
    }
  }

  // S590
  func testOnlyWhatARestoredStateDeclaresBeginsAtOnce() async throws {
    try await withStore { [begun] store, scheduler in
      let (runtime, queue) = (store.core.runtime, store.saveTurns())
      store.begin(1, noting: begun)
      await scheduler.settle()
      XCTAssertEqual(begun.all, [])
      XCTAssertEqual(runtime.newestTurn, 1)
      queue.restoring { store.begin(2, noting: begun) }
      await scheduler.settle()
      XCTAssertEqual(begun.all, [], "A turn isn't saved.")
      runtime.release(upTo: 2)
      await scheduler.settle()
      XCTAssertEqual(begun.all, [1, 2])
      queue.restoring { _ = store.send(3) }
      await scheduler.settle()
      XCTAssertEqual(begun.all, [1, 2], "It follows from an action.")
      runtime.release(upTo: 3)
      queue.restoring { store.begin(4, noting: begun) }
      await scheduler.settle()
      XCTAssertEqual(begun.all, [1, 2, 3, 4])
      XCTAssertEqual(runtime.newestTurn, 3)
    }
  }

  // S587
  func testAfterTheStoreHasGivenUpNothingLeavesIt() async throws {
    try await withStore { [begun] store, scheduler in
      let (runtime, queue) = (store.core.runtime, store.saveTurns())
      store.send(1)
      store.send(2)
      let announced = Signal()
      runtime.fireWhenSaved(announced)
      let waiting = Task(executorPreference: scheduler) { await announced.wait() }
      let home = runtime.isolation
      let saved = Task(executorPreference: scheduler) {
        await store.core.runtime.waitUntilSaved(1, on: home)
      }
      await scheduler.settle()
      XCTAssertEqual(runtime.closeWithUnsavedTurns(Failure()), 2)
      XCTAssertEqual(runtime.closeWithUnsavedTurns(Failure()), 0)
      await waiting.value
      let isSaved = await saved.value
      XCTAssertFalse(isSaved)
      runtime.release(upTo: 2)
      XCTAssertEqual(queue.saved, 0)
      await scheduler.settle()
      XCTAssertEqual(begun.all, [])
      let failure = await runtime.failureOfSaving()
      XCTAssertTrue(failure is Failure)
    }
  }

  // S581
  func testATurnThatIsSavedIsSavedAlsoForATaskThatIsCancelled() async throws {
    try await withStore { store, scheduler in
      let (runtime, queue) = (store.core.runtime, store.saveTurns())
      store.send(1)
      store.send(2)
      let announced = Collector<Int>()
      let signal = Signal()
      runtime.fireWhenSaved(signal)
      let home = runtime.isolation
      let waiting = (1...2).map { turn in
        Task(executorPreference: scheduler) {
          await store.core.runtime.waitUntilSaved(UInt64(turn), on: home)
        }
      }
      let watch = Task(executorPreference: scheduler) {
        await signal.wait()
        announced.append(2)
      }
      await scheduler.settle()
      queue.taken()
      runtime.release(upTo: 1)
      waiting.forEach { $0.cancel() }
      let first = await waiting[0].value
      let second = await waiting[1].value
      XCTAssertEqual([first, second], [true, false])
      XCTAssertEqual(announced.all, [])
      runtime.release(upTo: 2)
      await watch.value
      XCTAssertEqual(announced.all, [2])
    }
  }
}

extension Store<Int, Int> {
  /// Makes the test save the store's turns. Negative actions are transient.
  fileprivate func saveTurns() -> SaveQueue {
    let queue = SaveQueue(
      keyText: "key",
      isTransient: { ($0 as? Int).map { $0 < 0 } ?? false },
      openingTime: { nil },
      startSaving: {}
    )
    core.runtime.save(with: queue)
    return queue
  }

  /// Begins an effect in a turn without actions.
  fileprivate func begin(_ number: Int, noting begun: Collector<Int>) {
    let runtime = core.runtime
    let location = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let pause = OperatorTimer(name: "pause", location: location) { begun.append(number) }
    runtime.inDependencies {
      runtime.runTurn {
        let cascade = runtime.engine.openCascade()
        runtime.engine.begin(
          .timer(pause),
          Engine.Origin(scope: .root, cause: "cause", since: .now, cascade: cascade)
        )
      }
    }
  }
}
