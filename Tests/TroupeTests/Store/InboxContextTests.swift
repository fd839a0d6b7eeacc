import Troupe
import TroupeTesting
import XCTest

/// Whose task-locals apply to enqueued actions.
final class InboxContextTests: TroupeTestCase {
  @TaskLocal static var tenant = "nobody"

  // S532: an effect of an action that A has enqueued doesn't run for B, which happens to send.
  func testEnqueuedActionsRunUnderNoStrangersContext() async throws {
    try await underSeeds(50) { scheduler, _ in
      let seen = Collector<String>()
      let reduced = Collector<String>()
      let store = numberStore(scheduler) { action in
        reduced.append("\(action) for \(Self.tenant)")
        return .run { _ in seen.append("\(action) for \(Self.tenant)") }
      }
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<10 {
          group.addTask {
            Self.$tenant.withValue("A") { try? store.enqueue(index) }
          }
          group.addTask {
            await Self.$tenant.withValue("B") { _ = await store.send(100 + index) }
          }
        }
      }
      await scheduler.settle()
      let expected = Set((0..<10).flatMap { ["\($0) for nobody", "\($0 + 100) for B"] })
      XCTAssertEqual(Set(reduced.all), expected)
      XCTAssertEqual(Set(seen.all), expected)
    }
  }

  // S532: the same in one task, where it is known which caller drains the mailbox.
  func testMailThatASendTakesIsNotReducedForTheSender() async throws {
    try await underSeeds { scheduler, _ in
      let seen = Collector<String>()
      let store = numberStore(scheduler) { action in
        .run { _ in seen.append("\(action) for \(Self.tenant)") }
      }
      try Self.$tenant.withValue("A") { try store.enqueue(1) }
      await Self.$tenant.withValue("B") { _ = await store.send(2) }
      let state = await store.state
      XCTAssertEqual(state, [1, 2])
      await scheduler.settle()
      XCTAssertEqual(Set(seen.all), ["1 for nobody", "2 for B"])
    }
  }

  // S532: an effect that waits under a limit starts when another's effect ends, but not in that other's
  // context.
  func testWhatWaitsUnderALimitRunsForNoStranger() async throws {
    try await underSeeds { scheduler, clock in
      let seen = Collector<String>()
      let store = numberStore(scheduler) { action in
        Effect.run { _ in
          seen.append("\(action) for \(Self.tenant)")
          try await clock.sleep(for: .seconds(1))
        }
        .limited(id: "one", to: 1)
      }
      await Self.$tenant.withValue("A") { _ = await store.send(1) }
      await Self.$tenant.withValue("B") { _ = await store.send(2) }
      await clock.advance(by: .seconds(2))
      XCTAssertEqual(seen.all.first, "1 for A")
      XCTAssertEqual(seen.all.last, "2 for nobody")
    }
  }

  // S532: effects that another caller's cancellation lets begin.
  func testWhatFollowsACancelledEffectRunsForNoStranger() async throws {
    try await underSeeds { scheduler, _ in
      let seen = Collector<String>()
      let store = numberStore(scheduler) { action in
        switch action {
        case 1:
          .concatenate(
            Effect.run { _ in }.cancellable(id: "first"),
            .run { _ in seen.append("1 for \(Self.tenant)") }
          )
        default: .cancel(id: "first")
        }
      }
      await store.perform { store in
        _ = Self.$tenant.withValue("A") { store.send(1) }
        _ = Self.$tenant.withValue("B") { store.send(2) }
      }
      await scheduler.settle()
      XCTAssertEqual(seen.all, ["1 for A"])
    }
  }

  // S532: ends of cancelled effects wait in the mailbox, with an enqueued action between them.
  func testEndsInTheMailDoNotCarryAnActionToAStranger() async throws {
    try await underSeeds(50) { scheduler, _ in
      let reduced = Collector<String>()
      let store = numberStore(scheduler) { action in
        switch action {
        case 1: .run { _ in try await Task.never() }.cancellable(id: "many")
        case 2: .cancel(id: "many")
        default:
          .run { _ in reduced.append("\(action) for \(Self.tenant)") }
        }
      }
      var tasks: [StoreTask] = []
      for _ in 0..<10 { tasks.append(await store.send(1)) }
      await scheduler.settle()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await Self.$tenant.withValue("A") { _ = await store.send(2) } }
        for number in 3..<6 {
          group.addTask { Self.$tenant.withValue("A") { try? store.enqueue(number) } }
          group.addTask { await Self.$tenant.withValue("B") { _ = await store.send(10 + number) } }
        }
      }
      for task in tasks { await task.finish() }
      await scheduler.settle()
      let expected = Set((3..<6).flatMap { ["\($0) for nobody", "\(10 + $0) for B"] })
      XCTAssertEqual(Set(reduced.all), expected)
      let statistics = await store.statistics
      XCTAssertEqual(statistics.runningEffectCount, 0)
    }
  }

  // S532: effects that a debounce or a throttle lets through, and later members of a sequence, run in the
  // context of their action.
  func testTimersRunForThoseWhoseActionStartedThem() async throws {
    try await underSeeds { scheduler, clock in
      let seen = Collector<String>()
      let store = numberStore(scheduler) { action in
        let work = Effect<Int>.run { _ in seen.append("\(action) for \(Self.tenant)") }
        return switch action {
        case 1: work.debounce(id: 1, for: .seconds(1), clock: clock)
        case 2, 3: work.throttle(id: 2, for: .seconds(1), latest: true, clock: clock)
        case 4: .concatenate(.run { _ in try await clock.sleep(for: .seconds(1)) }, work)
        default: .none
        }
      }
      for action in 1...4 { await Self.$tenant.withValue("A\(action)") { _ = await store.send(action) } }
      await Self.$tenant.withValue("B") {
        _ = await store.send(9)
        await clock.advance(by: .seconds(2))
      }
      XCTAssertEqual(Set(seen.all), ["1 for A1", "2 for A2", "3 for A3", "4 for A4"])
    }
  }

  /// A configuration that carries the tenant.
  private static func carrying(_ scheduler: Scheduler) -> StoreConfiguration<Int> {
    scheduler.configuration {
      $0.actionContext = {
        let tenant = Self.tenant
        return ActionContext { work in Self.$tenant.withValue(tenant) { work() } }
      }
    }
  }

  // S533: two tenants, and a thousand actions; previously, 685 ran for the other one.
  func testWhatIsEnqueuedRunsInTheContextOfWhoEnqueuedIt() async throws {
    try await underSeeds(10) { scheduler, clock in
      let seen = Collector<String>()
      let reduced = Collector<String>()
      let store = numberStore(scheduler, Self.carrying(scheduler)) { action in
        reduced.append("\(action) for \(Self.tenant)")
        return Effect.run { _ in
          seen.append("\(action) for \(Self.tenant)")
          try await clock.sleep(for: .seconds(1))
        }
        .limited(id: action % 7, to: 30)
      }
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<500 {
          group.addTask { Self.$tenant.withValue("A") { try? store.enqueue(index) } }
          group.addTask { await Self.$tenant.withValue("B") { _ = await store.send(500 + index) } }
        }
      }
      await clock.advance(by: .seconds(10))
      let expected = Set((0..<1000).map { "\($0) for \($0 < 500 ? "A" : "B")" })
      XCTAssertEqual(Set(reduced.all), expected)
      XCTAssertEqual(Set(seen.all), expected)
      XCTAssertEqual(seen.count, 1000)
    }
  }

  // S533: whether or not the store has instruments, a context is for effects that outlast the turn.
  func testASendWithoutEffectsCapturesNoContext() async throws {
    for instruments in [[], [Watcher()]] {
      try await underSeeds(1) { scheduler, _ in
        let captures = Collector<String>()
        let configuration = scheduler.configuration {
          $0.instruments = instruments
          $0.actionContext = {
            captures.append(Self.tenant)
            return ActionContext { work in work() }
          }
        }
        let store = numberStore(scheduler, configuration) { action in
          switch action {
          case 2: .send(1)
          case 3: .run { _ in }
          default: .none
          }
        }
        await Self.$tenant.withValue("A") {
          for action in 1...3 { _ = await store.send(action) }
        }
        await scheduler.settle()
        XCTAssertEqual(captures.all, ["A"])
      }
    }
  }

  func testAContextThatRunsNothingIsReportedAndLosesNoAction() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(
        scheduler,
        scheduler.configuration { $0.actionContext = { ActionContext { _ in } } }
      )
      try await expectingIssues {
        try store.enqueue(1)
        let state = await store.state
        XCTAssertEqual(state, [1])
      } _: {
        $0.contains("The closure of an `ActionContext` didn't call")
      }
    }
  }

  // Without a scheduler, on the store's own executor and on system threads.
  func testTenantsAreKeptApartOnRealThreads() async {
    let strangers = Collector<String>()
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state += 1
        let expected = action < 500 ? "nobody" : "B"
        if Self.tenant != expected { strangers.append("\(action) reduced for \(Self.tenant)") }
        return .run { _ in if Self.tenant != expected { strangers.append("\(action) for \(Self.tenant)") } }
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<500 {
        group.addTask { Self.$tenant.withValue("A") { try? store.enqueue(index) } }
        group.addTask { await Self.$tenant.withValue("B") { await store.send(500 + index).finish() } }
      }
    }
    await store.shutdown(within: nil)
    let count = await store.state
    XCTAssertEqual(count, 1000)
    XCTAssertEqual(strangers.all, [])
  }
}
