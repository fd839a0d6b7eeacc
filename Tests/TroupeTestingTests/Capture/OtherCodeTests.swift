import Dispatch
import Foundation
import Synchronization
import Troupe
import XCTest

@testable import TroupeTesting

/// Whether the current code runs on a scheduler.
private func isCaptured() -> Bool { Capture.owner() != nil }

/// What belongs to a run, and what doesn't.
final class OtherCodeTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  // S833
  func testATaskThatAThreadResumesComesBack() async throws {
    try await Scheduler().run {
      await Task.detached {
        XCTAssertTrue(isCaptured())
        await outside {}
        XCTAssertTrue(isCaptured())
        await Task { @MainActor in
          await outside {}
          XCTAssertTrue(isCaptured())
          XCTAssertTrue(Thread.isMainThread)
        }.value
      }.value
    }
  }

  // S833
  func testATaskThatStartedAtOnceComesBack() async throws {
    try await Scheduler().run {
      let task = Task.immediate {
        await outside {}
        XCTAssertTrue(isCaptured())
      }
      await task.value
    }
  }

  // S833
  func testATaskOfOtherCodeThatARunResumesStaysOutside() async throws {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    let other = Task.detached {
      for await _ in numbers { XCTAssertFalse(isCaptured()) }
      XCTAssertFalse(isCaptured())
    }
    try await Scheduler().run {
      for number in 0..<10 {
        continuation.yield(number)
        // not a wait: it lets the other task begin.
        await Task.yield()
      }
      continuation.finish()
    }
    await other.value
  }

  // S833
  func testTheTestItselfStaysOutside() async throws {
    XCTAssertFalse(isCaptured())
    let scheduler = Scheduler()
    try await scheduler.run { XCTAssertTrue(isCaptured()) }
    XCTAssertFalse(isCaptured())
    // A task of the test that uses an actor on the scheduler.
    let store = Store(initialState: 0, configuration: scheduler.configuration(for: Int.self)) {
      Reduce { (state: inout Int, action: Int) in
        state += action
        return .none
      }
    }
    async let sent: Void = { _ = await store.send(1) }()
    // not a wait: it lets the other task begin.
    while scheduler.isIdle { await Task.yield() }
    scheduler.drain()
    await sent
    let isMain = await MainActor.run { Thread.isMainThread }
    XCTAssertTrue(isMain)
    XCTAssertFalse(isCaptured())
  }

  // S833
  func testOtherCodeGoesOnMeanwhile() async throws {
    final class Box: Sendable {
      let steps = Atomic(0)
      let end = Atomic(false)
    }
    let box = Box()
    let other = Task.detached {
      while !box.end.load(ordering: .relaxed) {
        XCTAssertFalse(isCaptured())
        let child = Task { isCaptured() }
        let wasCaptured = await child.value
        XCTAssertFalse(wasCaptured)
        box.steps.add(1, ordering: .relaxed)
        // not a wait: it lets the other task begin.
        await Task.yield()
      }
    }
    for seed in 0..<100 as Range<UInt64> {
      try await Scheduler(seed: seed).run {
        for _ in 0..<5 {
          let wasCaptured = await Task.detached { isCaptured() }.value
          XCTAssertTrue(wasCaptured)
        }
      }
    }
    // not a wait: it lets the other task begin.
    while box.steps.load(ordering: .relaxed) < 10 { await Task.yield() }
    box.end.store(true, ordering: .relaxed)
    await other.value
  }

  // S832
  @MainActor
  func testJobsOfTheMainActorRunOnItsThreadAndOneAtATime() async throws {
    @MainActor final class Door {
      let running = Atomic(0)
      func enter() {
        MainActor.preconditionIsolated()
        MainActor.assumeIsolated { XCTAssertTrue(Thread.isMainThread) }
        XCTAssertEqual(running.add(1, ordering: .relaxed).newValue, 1)
        running.subtract(1, ordering: .relaxed)
      }
    }
    let door = Door()
    let other = Task.detached { for _ in 0..<200 { await door.enter() } }
    for seed in 0..<20 as Range<UInt64> {
      try await Scheduler(seed: seed).run {
        let tasks = (0..<5).map { _ in Task { await door.enter() } }
        for task in tasks { await task.value }
      }
    }
    await other.value
  }

  // S832
  @MainActor
  func testAJobOfTheMainActorCanRunOthersBeforeItContinues() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      await Task { @MainActor in
        final class Box: Sendable { let count = Locked(0) }
        let box = Box()
        Task { box.count.withLock { $0 += 1 } }
        scheduler.drain()
        XCTAssertEqual(box.count.withLock { $0 }, 1)
      }.value
    }
  }

  // S833
  func testWhatAReleasedSchedulerLeavesRunsOnThePlatform() async throws {
    let (gate, continuation) = AsyncStream<Void>.makeStream()
    let task = try await Scheduler().run {
      Task {
        for await _ in gate {}
        return isCaptured()
      }
    }
    continuation.finish()
    let wasCaptured = await task.value
    XCTAssertFalse(wasCaptured)
  }
}
