import Troupe
import TroupeTesting
import XCTest

@testable import Troupe

/// Effects that wait for something that can't end before they do.
final class EffectWaitTests: TroupeTestCase {
  /// The handles of actions, for effects to wait for.
  private final class Handles: Sendable {
    private let tasks = Locked<[Int: StoreTask]>([:])
    private let gate = Gate()

    /// Lets every effect continue once the handles are known.
    func open(_ all: [Int: StoreTask]) {
      tasks.withLock { $0 = all }
      gate.open()
    }

    func finish(_ action: Int) async {
      await gate.wait()
      await tasks.withLock { $0[action] }?.finish()
    }
  }

  private static func isSelfWait(_ message: String) -> Bool {
    message.contains("called `finish()`, which waits until this effect has ended")
      && message.contains("\"waiter\"")
      && message.contains("EffectWaitTests.swift")
  }

  /// Explores an effect that waits for its own cascade.
  private func exploreSelfWait(
    _ wait: @escaping @Sendable (_ finish: @escaping @Sendable () async -> Void) async -> Void
  ) async throws {
    try await underSeeds(50) { scheduler, _ in
      let handles = Handles()
      let store = numberStore(scheduler) { action in
        action == 0
          ? .run(name: "waiter") { send in
            await wait { await handles.finish(0) }
            await send(1)
          } : .none
      }
      try await expectingIssues {
        let task = await store.send(0)
        handles.open([0: task])
        await task.finish()
      } _: {
        Self.isSelfWait($0)
      }
      let state = await store.state
      XCTAssertEqual(state, [0, 1])
      XCTAssertTrue(WaitGraph.all.withLock { $0.waits.isEmpty })
    }
  }

  // S530: previously, this waited forever.
  func testAnEffectThatWaitsForItsOwnEndIsReportedAndGoesOn() async throws {
    try await exploreSelfWait { await $0() }
  }

  func testAChildTaskThatWaitsForItsEffectIsReported() async throws {
    try await exploreSelfWait { finish in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await withTaskGroup(of: Void.self) { $0.addTask { await finish() } } }
      }
    }
    try await exploreSelfWait { finish in
      async let done: Void = finish()
      await done
    }
  }

  func testAPieceThatWaitsForItsEffectIsReported() async throws {
    try await exploreSelfWait { finish in
      try? await withTaskCancellation(id: "piece") {
        await withTaskGroup(of: Void.self) { $0.addTask { await finish() } }
      }
    }
  }

  // S530: a task that the effect doesn't wait for may wait for it.
  func testATaskThatHasEscapedFromItsEffectMayWaitForIt() async throws {
    try await underSeeds(50) { scheduler, clock in
      let handles = Handles()
      let log = Collector<String>()
      let store = numberStore(scheduler) { action in
        action == 0
          ? .run { _ in
            Task(executorPreference: scheduler) {
              await handles.finish(0)
              log.append("finished")
            }
            try await clock.sleep(for: .seconds(1))
            log.append("ended")
          } : .none
      }
      let task = await store.send(0)
      handles.open([0: task])
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(log.all, ["ended", "finished"])
    }
  }

  // Waiting for other actions, of this store and others, is unchanged.
  func testAnEffectMayWaitForAnotherActionsEffects() async throws {
    try await underSeeds(50) { scheduler, clock in
      let handles = Handles()
      let log = Collector<Int>()
      let store = numberStore(scheduler) { action in
        .run { _ in
          if action < 3 { await handles.finish(action + 1) } else { try await clock.sleep(for: .seconds(1)) }
          log.append(action)
        }
      }
      var tasks: [Int: StoreTask] = [:]
      for action in 0...3 { tasks[action] = await store.send(action) }
      handles.open(tasks)
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(log.all, [3, 2, 1, 0])
    }
  }

  // S530: deadlocks of two and three, in one store and in several. Previously, no cancellation released them.
  func testEffectsThatWaitForOneAnotherAreReportedAndGoOn() async throws {
    for (count, storeCount) in [(2, 1), (3, 1), (2, 2), (3, 3)] {
      try await underSeeds(50) { scheduler, _ in
        let handles = Handles()
        let log = Collector<Int>()
        let stores = (0..<storeCount).map { _ in
          numberStore(scheduler) { action in
            .run(name: "waiter \(action)") { _ in
              await handles.finish((action + 1) % count)
              log.append(action)
            }
          }
        }
        let collector = IssueCollector()
        await withIssueReporters([collector]) {
          var tasks: [Int: StoreTask] = [:]
          for action in 0..<count { tasks[action] = await stores[action % storeCount].send(action) }
          handles.open(tasks)
          for action in 0..<count { await tasks[action]?.finish() }
        }
        XCTAssertEqual(Set(log.all), Set(0..<count))
        XCTAssertEqual(collector.messages.count, 1)
        for action in 0..<count {
          XCTAssertTrue(collector.messages.first?.contains("- \"waiter \(action)\"") == true)
        }
        XCTAssertTrue(WaitGraph.all.withLock { $0.waits.isEmpty })
      }
    }
  }

  /// Explores an effect of a store that shuts the store down.
  private func exploreShutdown(
    _ call: @escaping @Sendable (_ shutDown: @escaping @Sendable () async -> Void) async -> Void
  ) async throws {
    try await underSeeds(50) { scheduler, clock in
      let store = Locked<Store<[Int], Int>?>(nil)
      let reports = Collector<ShutdownReport>()
      let made = numberStore(scheduler) { action in
        .run(name: "quitter \(action)") { _ in
          guard action == 0 else { return try await clock.sleep(for: .seconds(1000)) }
          await call {
            guard let store = store.withLock({ $0 }) else { return }
            reports.append(await store.shutdown(within: nil, cancellationGrace: nil, clock: clock))
          }
        }
      }
      store.withLock { $0 = made }
      try await expectingIssues {
        await made.send(1)
        let task = await made.send(0)
        await task.finish()
        await scheduler.settle()
      } _: {
        $0.contains("The effect \"quitter 0\"")
          && $0.contains("called `shutdown`, which waits until this effect has ended")
      }
      store.withLock { $0 = nil }
      XCTAssertEqual(reports.all.map { Set($0.cancelled.map(\.name)) }, [["quitter 0", "quitter 1"]])
      let running = await made.runningEffects
      XCTAssertTrue(running.isEmpty)
    }
  }

  // S531
  func testAnEffectThatShutsItsStoreDownIsReportedAndGoesOn() async throws {
    try await exploreShutdown { await $0() }
    try await exploreShutdown { shutDown in
      await withTaskGroup(of: Void.self) { $0.addTask { await shutDown() } }
    }
    try await exploreShutdown { shutDown in try? await withTaskCancellation(id: 1) { await shutDown() } }
  }

  // S531
  func testATaskThatHasEscapedFromItsEffectMayShutTheStoreDown() async throws {
    try await underSeeds(50) { scheduler, clock in
      let store = Locked<Store<[Int], Int>?>(nil)
      let reports = Collector<ShutdownReport>()
      let made = numberStore(scheduler) { _ in
        .run { _ in
          let made = store.withLock { $0 }
          Task(executorPreference: scheduler) {
            if let made { reports.append(await made.shutdown(within: nil, clock: clock)) }
          }
          try await clock.sleep(for: .seconds(1))
        }
      }
      store.withLock { $0 = made }
      await made.send(0)
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      store.withLock { $0 = nil }
      XCTAssertEqual(reports.all.map(\.isComplete), [true])
    }
  }

  // An effect runs another store to its end, whose effect waits for that effect.
  func testAStoreWithinAnEffectWhoseEffectsWaitForThatEffectIsReported() async throws {
    try await underSeeds(50) { scheduler, _ in
      let handles = Handles()
      let outer = numberStore(scheduler) { _ in
        .run(name: "outer") { _ in
          await withStore(
            initialState: 0,
            configuration: scheduler.configuration(for: Int.self),
            onReturn: .finish,
            reducer: {
              Reduce<Int, Int> { _, _ in .run(name: "inner") { _ in await handles.finish(0) } }
            }
          ) { inner in
            _ = await inner.send(0)
          }
        }
      }
      try await expectingIssues {
        let task = await outer.send(0)
        handles.open([0: task])
        await task.finish()
      } _: {
        $0.contains("\"outer\"") && $0.contains("\"inner\"") && $0.contains("in a cycle")
      }
    }
  }
}
