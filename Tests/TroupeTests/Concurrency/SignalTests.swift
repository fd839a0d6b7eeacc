import Troupe
import TroupeTesting
import XCTest

final class SignalTests: XCTestCase {
  func testASignalThatFiredBeforeEndsTheNextWaitAtOnce() async throws {
    let scheduler = Scheduler(seed: 0)
    try await scheduler.run {
      let signal = Signal()
      signal.fire()
      signal.fire()
      await signal.wait()
      // Both set one flag, which the wait has cleared.
      let isBack = Locked(false)
      let second = Task(executorPreference: scheduler) {
        await signal.wait()
        isBack.withLock { $0 = true }
      }
      await scheduler.settle()
      XCTAssertFalse(isBack.withLock { $0 })
      signal.fire()
      await second.value
      XCTAssertTrue(isBack.withLock { $0 })
    }
  }

  func testAWaitOfACancelledTaskEndsAtOnce() async {
    let signal = Signal()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await signal.wait()
    }
    await task.value
  }

  /// The continuation isn't checked: this test shows that it is resumed once, under the thread sanitizer.
  func testFiringAndCancellingAtOnceResumesAWaitOnce() async {
    for _ in 0..<2_000 {
      let signal = Signal()
      let waiter = Task { await signal.wait() }
      await withTaskGroup { group in
        group.addTask { signal.fire() }
        group.addTask { waiter.cancel() }
        group.addTask { signal.fire() }
      }
      await waiter.value
    }
  }

  func testWhatWasWrittenBeforeFiringIsReadAfterTheWait() async {
    /// Guarded by the signals, which alternate; the thread sanitizer checks that.
    final class Shared: @unchecked Sendable { var value = 0 }
    let (shared, there, back) = (Shared(), Signal(), Signal())
    let task = Task {
      for round in 0..<2_000 {
        await there.wait()
        XCTAssertEqual(shared.value, round * 2 + 1)
        shared.value += 1
        back.fire()
      }
    }
    for round in 0..<2_000 {
      shared.value += 1
      there.fire()
      await back.wait()
      XCTAssertEqual(shared.value, round * 2 + 2)
    }
    await task.value
  }
}
