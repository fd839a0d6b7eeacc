import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Declared effects in saved stores.
final class StoreSubscriptionTests: TroupeTestCase {
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
      // The claim is the only save that this needed.
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
      // Restarted twice: the restored state is saved, too.
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
      // A value that comes later has its own action as its cause, and the old cause is not saved any more.
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

  // S840
  func testAnEffectThatFailsLeavesOneSavedCauseWhileItsValueIsThere() async throws {
    try await underSeeds { scheduler, clock in
      let storage = MemoryStorage()
      let infos = Collector<EffectInfo>()
      func causes() async throws -> String {
        let text = String(decoding: try await storage.load("journal")?.bytes ?? [], as: UTF8.self)
        return String(text.prefix { $0 != "\n" })
      }
      let store = try await Flaky.open(storage, infos, scheduler, clock)
      try await store.commit(7)
      let before = try await causes()
      // During the back-off, and after each restart.
      for _ in 1...5 {
        await clock.advance(by: .seconds(1))
        await scheduler.settle()
        // A turn with the same value, so that the causes are saved.
        try await store.commit(7)
        let saved = try await causes()
        XCTAssertEqual(saved, before)
      }
      try await store.commit(8)
      await scheduler.settle()
      let last = infos.all.last?.cause
      XCTAssertEqual(last?.action.number, 7)
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      // It waits to restart when the store is shut down.
      await store.shutdown(within: .zero)
      let second = try await Flaky.open(storage, infos, scheduler, clock)
      await scheduler.settle()
      XCTAssertEqual(infos.all.last?.cause, last)
      XCTAssertEqual(Set(infos.all.map(\.store.run)).count, 2)
      // The value is removed while it waits.
      await clock.advance(by: .seconds(1))
      await scheduler.settle()
      try await second.commit(0)
      await second.shutdown(within: .zero)
      let saved = try await causes()
      XCTAssertEqual(saved, "troupe-state 1 1 json")
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

  func testDeclaredEffectsNeedNotKeepAStoreFromBeingPassivated() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let store = try await Journal.open(storage, on: scheduler)
      try await store.commit(.watch(1))
      await scheduler.settle()
      let strictly = await store.passivate()
      XCTAssertFalse(strictly)
      let withoutTime = await store.passivate(now: .zero)
      XCTAssertFalse(withoutTime)
      try await store.commit(.add(5))
      await scheduler.settle()
      let whenDue = await store.passivate(now: .seconds(5))
      XCTAssertFalse(whenDue)
      let before = await store.passivate(now: .seconds(4))
      XCTAssertTrue(before)
      await scheduler.settle()
      let running = await store.runningEffects.count
      XCTAssertEqual(running, 0)
    }
  }
}

/// An effect that the state declares, and that fails after a second. It restarts after another one.
private struct Flaky: Reducer {
  struct Failure: Error {}

  var body: some Reducer<Int, Int> {
    Reduce { state, number in
      state = number
      return .none
    }
    .task(id: { $0 > 0 ? $0 : nil }) { _ in
      .run(name: "flaky") { _ in
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .seconds(1))
        throw Failure()
      }
    }
  }

  static func open(
    _ storage: MemoryStorage,
    _ infos: Collector<EffectInfo>,
    _ scheduler: Scheduler,
    _ clock: TestClock
  ) async throws -> Store<Int, Int> {
    var configuration = scheduler.configuration(for: Int.self)
    configuration.instruments = [EffectCollector(infos: infos, name: "flaky")]
    configuration.failurePolicy = .restart(
      .constant(.seconds(1), attempts: 9),
      atMost: 9,
      within: .seconds(99)
    )
    return try await Store(
      initialState: 0,
      storage: storage,
      key: "journal",
      codec: StateCodec(format: JSONFormat()),
      clock: clock,
      configuration: configuration,
      reducer: { Flaky() },
      withDependencies: { $0.continuousClock = clock }
    )
  }
}

/// Records the running effects.
private struct EffectCollector: Instrument {
  let infos: Collector<EffectInfo>
  /// The name of the effects that it records; nil for all.
  var name: String?

  func run(_ effect: EffectInfo, operation: @Sendable () async throws -> Void) async rethrows {
    if name == nil || effect.label == name { infos.append(effect) }
    try await operation()
  }
}
