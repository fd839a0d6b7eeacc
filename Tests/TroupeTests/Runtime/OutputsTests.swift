import TroupeTesting
import XCTest

@testable import Troupe

/// What waits for the saves of turns, step by step.
final class OutputsTests: XCTestCase {
  private struct Failure: Error, Equatable {
    var number = 0
  }

  private final class Starts {
    var count = 0
  }

  private let starts = Starts()
  private lazy var outputs = Outputs(
    keyText: "key",
    isTransient: { $0 as? String == "transient" },
    openingTime: { nil },
    startSaving: { [starts] in starts.count += 1 }
  )

  /// Ends a turn that reduces actions.
  private func turn(_ actions: String...) {
    for action in actions { outputs.reduced(action) }
    outputs.turnEnded()
  }

  // S583
  func testAsLongAsItSavesItIsNotAskedAgain() {
    XCTAssertFalse(outputs.isRestoring)
    outputs.turnEnded()
    XCTAssertEqual(starts.count, 0)
    XCTAssertTrue(outputs.isEverythingSaved)
    turn("a")
    XCTAssertEqual([outputs.newest, outputs.saved, outputs.unsavedCount], [1, 0, 1])
    turn("b")
    XCTAssertEqual(starts.count, 1)
    XCTAssertEqual(outputs.unsavedCount, 2)
    outputs.taken()
    turn("c")
    XCTAssertEqual(outputs.markSaved(2).turnCount, 2)
    XCTAssertEqual([outputs.newest, outputs.saved, outputs.unsavedCount], [3, 2, 1])
    XCTAssertFalse(outputs.isEverythingSaved)
    // An older save changes nothing.
    XCTAssertEqual(outputs.markSaved(1).turnCount, 0)
    XCTAssertEqual(outputs.saved, 2)
    outputs.taken()
    XCTAssertEqual(outputs.markSaved(3).turnCount, 1)
    XCTAssertTrue(outputs.isEverythingSaved)
    XCTAssertEqual(starts.count, 1)
    XCTAssertNotNil(outputs.reporting)
    outputs.stopSaving()
    XCTAssertNil(outputs.reporting)
    turn("d")
    XCTAssertEqual(starts.count, 2)
  }

  // S584
  func testTransientChangesAreSavedWithTheNextTurnOrWhenAskedFor() {
    outputs.saveTransientChanges()
    turn("transient")
    XCTAssertEqual(outputs.newest, 0)
    turn("transient", "a", "transient")
    XCTAssertEqual(outputs.newest, 1)
    // They were saved with it.
    outputs.saveTransientChanges()
    XCTAssertEqual(outputs.newest, 1)
    turn("transient")
    XCTAssertEqual(outputs.newest, 1)
    outputs.saveTransientChanges()
    XCTAssertEqual(outputs.newest, 2)
    outputs.saveTransientChanges()
    outputs.turnEnded()
    XCTAssertEqual(outputs.newest, 2)
  }

  func testAnActionIsAskedForOnlyAsLongAsTheTurnNeedNotBeSaved() {
    var asked = 0
    func action(_ text: String) -> String {
      asked += 1
      return text
    }
    outputs.reduced(action("transient"))
    outputs.reduced(action("a"))
    outputs.reduced(action("b"))
    XCTAssertEqual(asked, 2)
    outputs.turnEnded()
    let everything = Outputs(keyText: "key", isTransient: nil, openingTime: { .seconds(7) }, startSaving: {})
    everything.reduced("transient")
    XCTAssertTrue(everything.mustSave)
    XCTAssertEqual(everything.openingTime(), .seconds(7))
  }

  func testTheTimeOfASaveIsThatOfItsOldestTurn() {
    XCTAssertEqual(outputs.markSaved(0).wait, .zero)
    XCTAssertEqual(outputs.statistics.saves, 0)
    turn("a")
    outputs.taken()
    turn("b")
    XCTAssertGreaterThan(outputs.markSaved(1).wait, .zero)
    XCTAssertEqual(outputs.statistics.saves, 1)
    XCTAssertEqual(outputs.statistics.unsavedTurns, 1)
    // It counts once.
    XCTAssertEqual(outputs.markSaved(1).wait, .zero)
    XCTAssertEqual(outputs.statistics.saves, 1)
    let first = outputs.statistics.totalWait
    outputs.taken()
    let second = outputs.markSaved(2).wait
    XCTAssertEqual(outputs.statistics.totalWait, first + second)
    XCTAssertEqual(outputs.statistics.longestWait, max(first, second))
  }

  func testTheTimeOfASaveBeginsWithTheFirstOfItsTurns() {
    turn("a")
    let begin = Moment.now
    for _ in 0..<1000 { turn("b") }
    let end = Moment.now
    outputs.taken()
    XCTAssertGreaterThanOrEqual(outputs.markSaved(1001).wait, begin.duration(to: end))
    // A save without turns has no time.
    outputs.taken()
    XCTAssertEqual(outputs.markSaved(1001).wait, .zero)
    XCTAssertEqual(outputs.statistics.saves, 1)
  }

  // S584
  func testATransientActionIsSavedWithTheTurnThatFollows() {
    XCTAssertEqual(outputs.newestOfActions, 0)
    turn("a")
    XCTAssertEqual(outputs.newestOfActions, 1)
    turn("transient")
    XCTAssertEqual(outputs.newestOfActions, 2)
    turn("b")
    XCTAssertEqual(outputs.newestOfActions, 2)
    XCTAssertEqual(outputs.newest, 2)
  }

  // S587
  func testWhatBecameOfAnActionDependsOnTheSaveThatFailed() {
    for _ in 1...2 { turn("a") }
    XCTAssertEqual((1...2).map { outputs.fate(of: $0) }, [.inNoSave, .inNoSave])
    outputs.taken()
    _ = outputs.markSaved(2)
    for _ in 3...4 { turn("a") }
    outputs.taken()
    turn("a")
    outputs.fail(Failure())
    XCTAssertEqual(
      (1...5).map { outputs.fate(of: $0) },
      [.saved, .saved, .inFailedSave, .inFailedSave, .inNoSave]
    )
    // What a transient action has changed is in the save as well.
    turn("transient")
    outputs.taken()
    XCTAssertEqual((5...7).map { outputs.fate(of: $0) }, [.inFailedSave, .inFailedSave, .inNoSave])
  }

  // S587
  func testTheFirstReasonNotToWaitStays() {
    turn("a")
    outputs.endWaits(Failure(number: 1))
    outputs.fail(Failure(number: 2))
    XCTAssertEqual(outputs.endOfWaits as? Failure, Failure(number: 1))
    XCTAssertEqual(outputs.failure as? Failure, Failure(number: 2))
  }

  // S581
  func testASignalFiresOnlyIfItsTurnWasNotSaved() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let outputs = Outputs(keyText: "key", isTransient: nil, openingTime: { nil }, startSaving: {})
      let (unneeded, needed) = (Signal(), Signal())
      let woken = Collector<String>()
      outputs.reduced(1)
      outputs.turnEnded()
      XCTAssertEqual(outputs.outcome(of: 0, telling: unneeded), .saved)
      XCTAssertEqual(outputs.outcome(of: 1, telling: needed), .waiting)
      let tasks = [("unneeded", unneeded), ("needed", needed)].map { name, signal in
        Task(executorPreference: scheduler) {
          await signal.wait()
          woken.append(name)
        }
      }
      await scheduler.settle()
      outputs.taken()
      _ = outputs.markSaved(1)
      outputs.wake()
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
      let outputs = Outputs(keyText: "key", isTransient: nil, openingTime: { nil }, startSaving: {})
      let woken = Collector<Int>()
      func follow(_ turn: UInt64) -> Outputs.Outcome {
        let signal = Signal()
        let outcome = outputs.outcome(of: turn, telling: signal)
        guard outcome == .waiting else { return outcome }
        Task(executorPreference: scheduler) {
          await signal.wait()
          woken.append(Int(turn))
        }
        return outcome
      }
      for _ in 1...3 {
        outputs.reduced(1)
        outputs.turnEnded()
      }
      XCTAssertEqual(follow(0), .saved)
      for turn in 1...3 as ClosedRange<UInt64> { XCTAssertEqual(follow(turn), .waiting) }
      outputs.wake()
      await scheduler.settle()
      XCTAssertEqual(woken.all, [])
      outputs.taken()
      _ = outputs.markSaved(2)
      XCTAssertEqual(follow(2), .saved)
      outputs.wake()
      await scheduler.settle()
      XCTAssertEqual(woken.all.sorted(), [1, 2])
      XCTAssertEqual(follow(3), .waiting)
      outputs.endWaits(Failure())
      await scheduler.settle()
      XCTAssertEqual(woken.all.sorted(), [1, 2, 3, 3])
      XCTAssertEqual((0...3).map { outputs.outcome(of: $0) }, [.saved, .saved, .saved, .failed])
      XCTAssertEqual(follow(3), .failed)
      XCTAssertNil(outputs.failure)
      // What ends later doesn't change why.
      outputs.endWaits(Failure(number: 1))
      XCTAssertEqual(outputs.endOfWaits as? Failure, Failure())
    }
  }

  // S581
  func testAContinuationIsResumedAtOnceOrWhenItsTurnIsSaved() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      // All tasks run on the scheduler, one at a time.
      nonisolated(unsafe) let outputs = Outputs(
        keyText: "key",
        isTransient: nil,
        openingTime: { nil },
        startSaving: {}
      )
      let resumed = Collector<UInt64>()
      for _ in 1...2 {
        outputs.reduced(1)
        outputs.turnEnded()
      }
      for turn in 0...2 as ClosedRange<UInt64> {
        Task(executorPreference: scheduler) {
          await withUnsafeContinuation { outputs.resume($0, after: turn) }
          resumed.append(turn)
        }
      }
      await scheduler.settle()
      XCTAssertEqual(resumed.all, [0])
      outputs.taken()
      _ = outputs.markSaved(1)
      outputs.wake()
      await scheduler.settle()
      XCTAssertEqual(resumed.all, [0, 1])
      outputs.endWaits(Failure())
      await scheduler.settle()
      XCTAssertEqual(resumed.all, [0, 1, 2])
    }
  }

  // S587
  func testAStoreThatHasGivenUpAsksForNoMoreSaves() {
    turn("a")
    outputs.stopSaving()
    outputs.fail(Failure(number: 1))
    outputs.fail(Failure(number: 2))
    XCTAssertEqual(outputs.failure as? Failure, Failure(number: 1))
    XCTAssertEqual(outputs.endOfWaits as? Failure, Failure(number: 1))
    turn("b")
    XCTAssertEqual(starts.count, 1)
    XCTAssertEqual(outputs.unsavedCount, 2)
    XCTAssertNil(outputs.reporting)
    XCTAssertEqual(outputs.outcome(of: 2), .failed)
  }
}
