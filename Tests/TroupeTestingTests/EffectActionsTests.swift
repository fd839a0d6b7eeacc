import Troupe
import TroupeTesting
import XCTest

/// Effects that run outside a feature.
final class EffectActionsTests: XCTestCase {
  private struct Failure: Error {}

  func testTheActionsOfAnEffectComeInOrder() async {
    let effect = Effect<Int>.concatenate(
      .send(1),
      .run { send in
        await send(2)
        await send(3)
      },
      .merge(.send(4), .none)
    )
    let actions = await effect.actions()
    XCTAssertEqual(actions, [1, 2, 3, 4])
    let none = await Effect<Int>.none.actions()
    XCTAssertEqual(none, [])
  }

  func testAnEffectWithoutAnEndIsCancelledAtTheLimit() async {
    let effect = Effect<Int>.run { send in
      for number in 0... {
        try Task.checkCancellation()
        await send(number)
      }
    }
    let actions = await effect.actions(limit: 3)
    XCTAssertEqual(actions, [0, 1, 2])
    let none = await effect.actions(limit: 0)
    XCTAssertEqual(none, [])
  }

  func testItEndsWithItsTaskWithoutALimit() async throws {
    let scheduler = Scheduler(seed: 1)
    try await scheduler.run {
      let task = Task(executorPreference: scheduler) {
        await Effect<Int>.run { send in
          await send(1)
          try await Task.never()
        }
        .actions(configuration: scheduler.configuration())
      }
      await scheduler.settle()
      task.cancel()
      let actions = await task.value
      XCTAssertEqual(actions, [1])
    }
  }

  func testItRunsOnAScheduler() async throws {
    let scheduler = Scheduler(seed: 1)
    let clock = TestClock(scheduler: scheduler)
    try await scheduler.run {
      let effect = Effect<String>.run { send in
        for await _ in clock.timer(interval: .seconds(1)) { await send("tick") }
      }
      let actions = Task(executorPreference: scheduler) {
        await effect.actions(limit: 2, configuration: scheduler.configuration())
      }
      await scheduler.settle()
      await clock.advance(by: .seconds(5))
      let ticks = await actions.value
      XCTAssertEqual(ticks, ["tick", "tick"])
    }
  }

  func testAnErrorIsAnIssue() async {
    await withExpectedIssue(matching: { $0.message.contains("Failure") }) {
      let actions = await Effect<Int>.run { _ in throw Failure() }.actions()
      XCTAssertEqual(actions, [])
    }
  }

  func testAnUnimplementedEffectFailsTheTestThatRunsIt() async {
    let effect = Effect<Int>.unimplemented("Search.load")
    await withExpectedIssue(matching: { issue in
      issue.message.contains("Search.load") && "\(issue.location)".contains("EffectActionsTests.swift")
    }) {
      let actions = await effect.actions()
      XCTAssertEqual(actions, [])
    }
  }

  func testAnUnimplementedEffectThatIsNotRunIsNoIssue() {
    _ = Effect<Int>.unimplemented("Search.load").cancellable(id: "search")
  }
}
