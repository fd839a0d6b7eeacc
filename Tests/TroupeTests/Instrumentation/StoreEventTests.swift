import TroupeTesting
import XCTest

@testable import Troupe

final class StoreEventTests: TroupeTestCase {
  // S500
  func testTheLifeOfAnEffectIsTold() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        switch action {
        case 0:
          .run(name: "sleep") { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: "id")
        case 1: .merge(.cancel(id: "id"), .send(2))
        default: .none
        }
      }
      let events = store.events()
      let task = await store.send(0)
      await store.send(1)
      await task.finish()
      await store.shutdown(within: .zero)
      var told: [String] = []
      for await event in events { told.append(event.description.split(separator: " at ")[0].description) }
      XCTAssertEqual(
        told,
        [
          "action received: 0", "action reduced: 0", "effect started: #2 \"sleep\"",
          "action received: 1", "action reduced: 1", "effect cancelled: #2 \"sleep\"",
          "action received: 2", "action reduced: 2", "effect ended: #2 \"sleep\"",
        ]
      )
    }
  }

  // S616
  func testEventsHaveInstantsAndCauses() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler) { action in
        action == 0 ? .run(name: "work") { send in await send(1) } : .none
      }
      let events = store.events()
      await store.send(0).finish()
      await store.shutdown(within: .zero)
      var told: [StoreEvent] = []
      for await event in events { told.append(event) }
      XCTAssertEqual(told.map(\.instant), told.map(\.instant).sorted())
      XCTAssertEqual(
        told.map {
          "\($0.description.prefix(15)) \($0.actionID?.number ?? 0) of \($0.cause?.action.number ?? 0)"
        },
        [
          "action received 1 of 0", "action reduced: 1 of 0", "effect started: 1 of 1",
          "action received 2 of 1",
          "action reduced: 2 of 1", "effect ended: # 0 of 1",
        ]
      )
    }
  }

  // S501
  func testASlowConsumerLosesTheOldestAndTheyAreCounted() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler)
      let events = store.events(bufferingNewest: 4)
      for action in 0..<5 { await store.send(action) }
      await store.shutdown(within: .zero)
      var told: [String] = []
      for await event in events { told.append(event.description) }
      XCTAssertEqual(
        told,
        ["action received: 3", "action reduced: 3", "action received: 4", "action reduced: 4"]
      )
      XCTAssertEqual(events.droppedCount, 6)
    }
  }

  // S500
  func testFailuresAndDropsAreTold() async throws {
    struct Failure: Error {}
    try await underSeeds { scheduler, clock in
      let configuration = scheduler.configuration { $0.failurePolicy = .cancelScope }
      let store = numberStore(scheduler, configuration) { action in
        switch action {
        case 0: .run { _ in throw Failure() }
        case 1:
          Effect.run { _ in try await clock.sleep(for: .seconds(1)) }
            .limited(id: "one", to: 1, overflow: .drop)
        default: .merge(.cancelAll, .none)
        }
      }
      let events = store.events()
      await store.send(1)
      await store.send(1)
      await store.send(0).finish()
      await scheduler.settle()
      await store.shutdown(within: .zero)
      var told: [String] = []
      for await event in events { told.append("\(event.description.prefix(14))") }
      XCTAssertTrue(told.contains("effect failed:"))
      XCTAssertTrue(told.contains("effect dropped"))
    }
  }

  // S502
  func testASnapshotSaysWhatRunsAndWhy() async throws {
    try await underSeeds(1) { scheduler, clock in
      let store = numberStore(scheduler) { action in
        action == 7
          ? .run(name: "poll") { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: "id") : .none
      }
      await store.send(7)
      let snapshots = await store.runningEffects
      let snapshot = try XCTUnwrap(snapshots.first)
      XCTAssertEqual(snapshot.name, "poll")
      XCTAssertEqual(snapshot.causingAction.base as? Int, 7)
      XCTAssertEqual(snapshot.ids, [CancelID("id")])
      XCTAssertEqual(snapshot.scopePath.description, "/")
      XCTAssertTrue("\(snapshot.location)".hasPrefix("TroupeTests/StoreEventTests.swift:"))
      XCTAssertTrue(snapshot.description.contains("\"poll\" at TroupeTests/StoreEventTests.swift:"))
      XCTAssertTrue(snapshot.description.contains("started by 7"))
    }
  }

  // S501
  func testTwoIteratorsShareTheEvents() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let events = store.events()
      let told = Collector<String>()
      let consumers = (0..<2).map { _ in
        Task(executorPreference: scheduler) { for await event in events { told.append(event.description) } }
      }
      await scheduler.settle()
      for action in 0..<3 { await store.send(action) }
      await scheduler.settle()
      consumers[0].cancel()
      await store.send(3)
      await store.shutdown(within: .zero)
      for consumer in consumers { await consumer.value }
      XCTAssertEqual(told.count, 8)
    }
  }

  func testDroppingASequenceFreesIt() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler)
      var events: StoreEvents? = store.events()
      XCTAssertNotNil(events)
      await store.send(0)
      events = nil
      await scheduler.settle()
      let hasListeners = await store.hasListeners
      XCTAssertFalse(hasListeners)
    }
  }
}
