import TroupeTesting
import XCTest

@testable import Troupe

/// The tasks that wait for the saves of turns, step by step.
final class SaveQueueTests: XCTestCase {
  private struct Failure: Error, Equatable {
    var number = 0
  }

  private final class Starts {
    var count = 0
  }

  private let starts = Starts()
  private lazy var queue = SaveQueue(
    keyText: "key",
    isTransient: { $0 as? String == "transient" },
    openingTime: { nil },
    startSaving: { [starts] in starts.count += 1 }
  )

  /// Ends a turn that reduces actions.
  private func turn(_ actions: String...) {
    for action in actions { queue.reduced(action) }
    queue.turnEnded()
  }

  // S583
  func testAsLongAsItSavesItIsNotAskedAgain() {
    XCTAssertFalse(queue.isRestoring)
    queue.turnEnded()
    XCTAssertEqual(starts.count, 0)
    XCTAssertTrue(queue.isEverythingSaved)
    turn("a")
    XCTAssertEqual([queue.newest, queue.saved, queue.unsavedCount], [1, 0, 1])
    turn("b")
    XCTAssertEqual(starts.count, 1)
    XCTAssertEqual(queue.unsavedCount, 2)
    queue.taken()
    turn("c")
    XCTAssertEqual(queue.markSaved(2).turnCount, 2)
    XCTAssertEqual([queue.newest, queue.saved, queue.unsavedCount], [3, 2, 1])
    XCTAssertFalse(queue.isEverythingSaved)
    // An older save changes nothing.
    XCTAssertEqual(queue.markSaved(1).turnCount, 0)
    XCTAssertEqual(queue.saved, 2)
    queue.taken()
    XCTAssertEqual(queue.markSaved(3).turnCount, 1)
    XCTAssertTrue(queue.isEverythingSaved)
    XCTAssertEqual(starts.count, 1)
    XCTAssertNotNil(queue.reporting)
    queue.stopSaving()
    XCTAssertNil(queue.reporting)
    turn("d")
    XCTAssertEqual(starts.count, 2)
  }

  // S584
  func testTransientChangesAreSavedWithTheNextTurnOrWhenAskedFor() {
    queue.saveTransientChanges()
    turn("transient")
    XCTAssertEqual(queue.newest, 0)
    turn("transient", "a", "transient")
    XCTAssertEqual(queue.newest, 1)
    // They were saved with it.
    queue.saveTransientChanges()
    XCTAssertEqual(queue.newest, 1)
    turn("transient")
    XCTAssertEqual(queue.newest, 1)
    queue.saveTransientChanges()
    XCTAssertEqual(queue.newest, 2)
    queue.saveTransientChanges()
    queue.turnEnded()
    XCTAssertEqual(queue.newest, 2)
  }

  func testAnActionIsAskedForOnlyAsLongAsTheTurnNeedNotBeSaved() {
    var asked = 0
    func action(_ text: String) -> String {
      asked += 1
      return text
    }
    queue.reduced(action("transient"))
    queue.reduced(action("a"))
    queue.reduced(action("b"))
    XCTAssertEqual(asked, 2)
    queue.turnEnded()
    let everything = SaveQueue(
      keyText: "key",
      isTransient: nil,
      openingTime: { .seconds(7) },
      startSaving: {}
    )
    everything.reduced("transient")
    XCTAssertTrue(everything.mustSave)
    XCTAssertEqual(everything.openingTime(), .seconds(7))
  }

  func testTheTimeOfASaveIsThatOfItsOldestTurn() {
    XCTAssertEqual(queue.markSaved(0).wait, .zero)
    XCTAssertEqual(queue.statistics.saveCount, 0)
    turn("a")
    queue.taken()
    turn("b")
    XCTAssertGreaterThan(queue.markSaved(1).wait, .zero)
    XCTAssertEqual(queue.statistics.saveCount, 1)
    XCTAssertEqual(queue.statistics.unsavedTurnCount, 1)
    // It counts once.
    XCTAssertEqual(queue.markSaved(1).wait, .zero)
    XCTAssertEqual(queue.statistics.saveCount, 1)
    let first = queue.statistics.totalWait
    queue.taken()
    let second = queue.markSaved(2).wait
    XCTAssertEqual(queue.statistics.totalWait, first + second)
    XCTAssertEqual(queue.statistics.longestWait, max(first, second))
  }

  func testTheTimeOfASaveBeginsWithTheFirstOfItsTurns() {
    turn("a")
    let begin = MonotonicInstant.now
    for _ in 0..<1000 { turn("b") }
    let end = MonotonicInstant.now
    queue.taken()
    XCTAssertGreaterThanOrEqual(queue.markSaved(1001).wait, begin.duration(to: end))
    // A save without turns has no time.
    queue.taken()
    XCTAssertEqual(queue.markSaved(1001).wait, .zero)
    XCTAssertEqual(queue.statistics.saveCount, 1)
  }

  // S584
  func testATransientActionIsSavedWithTheTurnThatFollows() {
    XCTAssertEqual(queue.newestOfActions, 0)
    turn("a")
    XCTAssertEqual(queue.newestOfActions, 1)
    turn("transient")
    XCTAssertEqual(queue.newestOfActions, 2)
    turn("b")
    XCTAssertEqual(queue.newestOfActions, 2)
    XCTAssertEqual(queue.newest, 2)
  }

  // S587
  func testWhatBecameOfAnActionDependsOnTheSaveThatFailed() {
    for _ in 1...2 { turn("a") }
    XCTAssertEqual((1...2).map { queue.fate(of: $0) }, [.inNoSave, .inNoSave])
    queue.taken()
    _ = queue.markSaved(2)
    for _ in 3...4 { turn("a") }
    queue.taken()
    turn("a")
    queue.fail(Failure())
    XCTAssertEqual(
      (1...5).map { queue.fate(of: $0) },
      [.saved, .saved, .inFailedSave, .inFailedSave, .inNoSave]
    )
    // The changes of a transient action are in the save as well.
    turn("transient")
    queue.taken()
    XCTAssertEqual((5...7).map { queue.fate(of: $0) }, [.inFailedSave, .inFailedSave, .inNoSave])
  }

  // S587
  func testTheFirstReasonNotToWaitStays() {
    turn("a")
    queue.endWaits(Failure(number: 1))
    queue.fail(Failure(number: 2))
    XCTAssertEqual(queue.endOfWaits as? Failure, Failure(number: 1))
    XCTAssertEqual(queue.failure as? Failure, Failure(number: 2))
  }

  // S581
  func testASignalFiresOnlyIfItsTurnWasNotSaved() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let queue = SaveQueue(keyText: "key", isTransient: nil, openingTime: { nil }, startSaving: {})
      let (unneeded, needed) = (Signal(), Signal())
      let woken = Collector<String>()
      queue.reduced(1)
      queue.turnEnded()
      XCTAssertEqual(queue.outcome(of: 0, telling: unneeded), .saved)
      XCTAssertEqual(queue.outcome(of: 1, telling: needed), .waiting)
      let tasks = [("unneeded", unneeded), ("needed", needed)].map { name, signal in
        Task(executorPreference: scheduler) {
          await signal.wait()
          woken.append(name)
        }
      }
      await scheduler.settle()
      queue.taken()
      _ = queue.markSaved(1)
      queue.wake()
      await scheduler.settle()
      XCTAssertEqual(woken.all, ["needed"])
      for task in tasks {
        task.cancel()
        await task.value
      }
    }
  }

  // S581
  func testWhoWaitsIsWokenWhenItsTurnIsSaved() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let queue = SaveQueue(keyText: "key", isTransient: nil, openingTime: { nil }, startSaving: {})
      let woken = Collector<Int>()
      func follow(_ turn: UInt64) -> SaveQueue.Outcome {
        let signal = Signal()
        let outcome = queue.outcome(of: turn, telling: signal)
        guard outcome == .waiting else { return outcome }
        Task(executorPreference: scheduler) {
          await signal.wait()
          woken.append(Int(turn))
        }
        return outcome
      }
      for _ in 1...3 {
        queue.reduced(1)
        queue.turnEnded()
      }
      XCTAssertEqual(follow(0), .saved)
      for turn in 1...3 as ClosedRange<UInt64> { XCTAssertEqual(follow(turn), .waiting) }
      queue.wake()
      await scheduler.settle()
      XCTAssertEqual(woken.all, [])
      queue.taken()
      _ = queue.markSaved(2)
      XCTAssertEqual(follow(2), .saved)
      queue.wake()
      await scheduler.settle()
      XCTAssertEqual(woken.all.sorted(), [1, 2])
      XCTAssertEqual(follow(3), .waiting)
      queue.endWaits(Failure())
      await scheduler.settle()
      XCTAssertEqual(woken.all.sorted(), [1, 2, 3, 3])
      XCTAssertEqual((0...3).map { queue.outcome(of: $0) }, [.saved, .saved, .saved, .failed])
      XCTAssertEqual(follow(3), .failed)
      XCTAssertNil(queue.failure)
      // A later end doesn't change the reason.
      queue.endWaits(Failure(number: 1))
      XCTAssertEqual(queue.endOfWaits as? Failure, Failure())
    }
  }

  // S581
  func testAContinuationIsResumedAtOnceOrWhenItsTurnIsSaved() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      // All tasks run on the scheduler, one at a time.
      nonisolated(unsafe) let queue = SaveQueue(
        keyText: "key",
        isTransient: nil,
        openingTime: { nil },
        startSaving: {}
      )
      let resumed = Collector<UInt64>()
      for _ in 1...2 {
        queue.reduced(1)
        queue.turnEnded()
      }
      for turn in 0...2 as ClosedRange<UInt64> {
        Task(executorPreference: scheduler) {
          await withUnsafeContinuation { queue.resume($0, after: turn) }
          resumed.append(turn)
        }
      }
      await scheduler.settle()
      XCTAssertEqual(resumed.all, [0])
      queue.taken()
      _ = queue.markSaved(1)
      queue.wake()
      await scheduler.settle()
      XCTAssertEqual(resumed.all, [0, 1])
      queue.endWaits(Failure())
      await scheduler.settle()
      XCTAssertEqual(resumed.all, [0, 1, 2])
    }
  }

  // S587
  func testAStoreThatHasGivenUpAsksForNoMoreSaves() {
    turn("a")
    queue.stopSaving()
    queue.fail(Failure(number: 1))
    queue.fail(Failure(number: 2))
    XCTAssertEqual(queue.failure as? Failure, Failure(number: 1))
    XCTAssertEqual(queue.endOfWaits as? Failure, Failure(number: 1))
    turn("b")
    XCTAssertEqual(starts.count, 1)
    XCTAssertEqual(queue.unsavedCount, 2)
    XCTAssertNil(queue.reporting)
    XCTAssertEqual(queue.outcome(of: 2), .failed)
  }
}
