import Troupe
import TroupeDurable
import TroupeTesting
import XCTest

/// What the state declares, in stores that are saved.
final class StoreDeclarationTests: TroupeTestCase {
  // S590
  func testWhatTheStateDeclaresRunsAfterARestart() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let first = try await Journal.open(storage, on: scheduler)
      try await first.commit(.watch(7))
      await first.shutdown(within: .zero)
      let watched = Collector<Int>()
      let second = try await Journal.open(
        storage,
        on: scheduler,
        outside: Journal.Outside(watching: { watched.append($0) })
      )
      await scheduler.settle()
      XCTAssertEqual(watched.all, [7])
      // The claim is all that had to be saved for that.
      XCTAssertEqual(storage.saveCount, 3)
      await second.shutdown(within: .zero)
    }
  }

  // S617
  func testWhatADeclaredEffectFollowsFromSurvivesARestart() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let infos = Collector<EffectInfo>()
      let instruments = [EffectCollector(infos: infos)]
      let first = try await Journal.open(storage, on: scheduler, instruments: instruments)
      try await first.commit(.add(1))
      try await first.commit(.watch(7))
      try await first.commit(.add(2))
      await scheduler.settle()
      // Restarted twice: what was restored is saved, too.
      await first.shutdown(within: .zero)
      let second = try await Journal.open(storage, on: scheduler, instruments: instruments)
      await scheduler.settle()
      try await second.commit(.add(3))
      await second.shutdown(within: .zero)
      let third = try await Journal.open(storage, on: scheduler, instruments: instruments)
      await scheduler.settle()
      let cause = infos.all.first?.cause
      XCTAssertEqual(cause?.action.number, 2)
      XCTAssertEqual(infos.all.map(\.cause), [cause, cause, cause])
      XCTAssertEqual(Set(infos.all.map(\.store.run)).count, 3)
      // A value that comes later follows from its own action, and the old cause is not saved any more.
      try await third.commit(.watch(8))
      await scheduler.settle()
      XCTAssertEqual(infos.all.last?.cause?.action.number, 1)
      XCTAssertEqual(infos.all.last?.cause?.action.run, infos.all.last?.store.run)
      try await third.commit(.watch(nil))
      await third.shutdown(within: .zero)
      let value = try await storage.load("journal")
      let text = String(decoding: value?.bytes ?? [], as: UTF8.self)
      XCTAssertTrue(text.hasPrefix("troupe-state 1 1 json\n"), text)
    }
  }

  // S617
  func testAStoreWithoutInstrumentsOpensAStateWithCausesAndKeepsNone() async throws {
    try await underSeeds(1) { scheduler, _ in
      let storage = MemoryStorage()
      let infos = Collector<EffectInfo>()
      let first = try await Journal.open(
        storage,
        on: scheduler,
        instruments: [EffectCollector(infos: infos)]
      )
      try await first.commit(.watch(7))
      await first.shutdown(within: .zero)
      var text = String(decoding: try await storage.load("journal")?.bytes ?? [], as: UTF8.self)
      XCTAssertTrue(text.hasPrefix("troupe-state 2 1 json "), text)
      let second = try await Journal.open(storage, on: scheduler)
      let watched = await second.state.watched
      XCTAssertEqual(watched, 7)
      try await second.commit(.add(1))
      await second.shutdown(within: .zero)
      text = String(decoding: try await storage.load("journal")?.bytes ?? [], as: UTF8.self)
      XCTAssertTrue(text.hasPrefix("troupe-state 1 1 json\n"), text)
    }
  }

  // S590
  func testADeclaredEffectStartsWhenItsValueIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let watched = Collector<Int>()
      let store = try await Journal.open(
        storage,
        on: scheduler,
        outside: Journal.Outside(watching: { watched.append($0) })
      )
      gate.close()
      await store.send(.watch(1))
      await scheduler.settle()
      await store.send(.watch(2))
      await scheduler.settle()
      XCTAssertEqual(watched.all, [])
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(watched.all, [2])
      await store.shutdown(within: .zero)
    }
  }

  func testDeclaredEffectsNeedNotKeepAStoreFromBeingPutAway() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let store = try await Journal.open(storage, on: scheduler)
      try await store.commit(.watch(1))
      await scheduler.settle()
      let strictly = await store.putAway()
      XCTAssertFalse(strictly)
      let withoutTime = await store.putAway(now: .zero)
      XCTAssertFalse(withoutTime)
      try await store.commit(.add(5))
      await scheduler.settle()
      let whenDue = await store.putAway(now: .seconds(5))
      XCTAssertFalse(whenDue)
      let before = await store.putAway(now: .seconds(4))
      XCTAssertTrue(before)
      await scheduler.settle()
      let running = await store.runningEffects.count
      XCTAssertEqual(running, 0)
    }
  }
}

/// Notes the effects that run.
private struct EffectCollector: Instrument {
  let infos: Collector<EffectInfo>

  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    infos.append(effect)
    try await operation()
  }
}
