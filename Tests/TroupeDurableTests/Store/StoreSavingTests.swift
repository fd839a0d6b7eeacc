import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Which outputs wait for a save, and which don't.
final class StoreSavingTests: TroupeTestCase {
  // S580
  func testAStoreClaimsItsKeyBeforeItIsThere() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let store = try await Journal.open(storage, on: scheduler)
      XCTAssertEqual(storage.saveCount, 1)
      let first = try await storage.load("journal")?.revision
      try await store.commit(.add(1))
      await store.shutdown(within: .zero)
      let again = try await Journal.open(storage, on: scheduler)
      let entries = await again.entries
      XCTAssertEqual(entries, [1])
      let second = try await storage.load("journal")?.revision
      XCTAssertNotEqual(first, second)
    }
  }

  // S581
  func testACommitReturnsWhenItsTurnIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      let isBack = Locked(false)
      let commit = Task(executorPreference: scheduler) {
        try await store.commit(.add(1))
        isBack.withLock { $0 = true }
      }
      await scheduler.settle()
      XCTAssertFalse(isBack.withLock { $0 })
      // A plain read is inside the store, and may be ahead.
      let entries = await store.entries
      XCTAssertEqual(entries, [1])
      gate.open()
      try await commit.value
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.entries, [1])
    }
  }

  // Work that begins at a save runs in the context of its sender, and not of the task that saves.
  func testAnEffectThatWaitsForASaveRunsInTheContextOfWhoSent() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let started = Collector<String>()
      let store = try await Journal.open(
        storage,
        on: scheduler,
        instruments: [TenantCarrier()],
        outside: Journal.Outside(started: { started.append("\($0) for \(TenantCarrier.tenant)") })
      )
      gate.close()
      for (number, tenant) in [(1, "A"), (2, "B")] {
        await TenantCarrier.$tenant.withValue(tenant) { _ = await store.send(.work(number)) }
      }
      await scheduler.settle()
      XCTAssertEqual(started.all, [])
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(Set(started.all), ["1 for A", "2 for B"])
      await store.shutdown(within: .zero)
    }
  }

  // S583
  func testOneSaveServesAllTurnsOfItsTime() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      await withThrowingTaskGroup { group in
        for number in 0..<100 {
          group.addTask(executorPreference: scheduler) { _ = try await store.commit(.add(number)) }
        }
        await scheduler.settle()
        gate.open()
      }
      // The claim, the save that was running, and one for all others.
      XCTAssertLessThanOrEqual(storage.saveCount, 3)
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.entries.count, 100)
    }
  }

  // S581
  func testAnEffectStartsWhenItsCauseIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let events = Collector<String>()
      let outside = Journal.Outside(
        started: { number in events.append("started \(number)") },
        returned: { number in events.append("returned \(number)") }
      )
      let store = try await Journal.open(storage, on: scheduler, outside: outside)
      gate.close()
      await store.send(.work(1))
      await scheduler.settle()
      XCTAssertEqual(events.all, [])
      let running = await store.runningEffects.count
      XCTAssertEqual(running, 1)
      gate.letPass()
      await scheduler.settle()
      // The effect has started; its own action isn't saved yet.
      XCTAssertEqual(events.all, ["started 1"])
      let entries = await store.entries
      XCTAssertEqual(entries, [1, 1_001])
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(events.all, ["started 1", "returned 1001"])
    }
  }

  // S582
  func testAnEffectThatIsCancelledWhileItWaitsNeverStarts() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let started = Collector<Int>()
      let outside = Journal.Outside(started: { number in started.append(number) })
      let store = try await Journal.open(storage, on: scheduler, outside: outside)
      gate.close()
      await store.send(.work(1))
      await store.send(.cancel)
      await store.send(.work(2))
      let third = await store.send(.work(3))
      third.cancel()
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(started.all, [2])
      let running = await store.runningEffects
      XCTAssertEqual(running.count, 0)
    }
  }

  // S581
  func testAChildIsDeliveredWhenItsTurnIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      let seen = Collector<Bool>()
      let children = Task(executorPreference: scheduler) {
        for await child in store.children(state: \.entries.first, action: /Journal.Action.add) {
          seen.append(child != nil)
        }
      }
      await scheduler.settle()
      XCTAssertEqual(seen.all, [false])
      gate.close()
      await store.send(.add(7))
      await scheduler.settle()
      XCTAssertEqual(seen.all, [false])
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(seen.all, [false, true])
      children.cancel()
      await children.value
    }
  }

  // S503
  func testATurnInTheReleaseOfAnObservedStateIsSeen() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Store(
        initialState: Holder(),
        storage: storage,
        key: "holder",
        codec: StateCodec(format: JSONFormat()),
        configuration: scheduler.configuration(for: Holder.Action.self)
      ) {
        Reduce<Holder, Holder.Action> { state, action in
          switch action {
          case .hold(let farewell): state.farewell = farewell
          case .number(let number): state.number = number
          }
          return .none
        }
      }
      gate.close()
      await store.send(.hold(Farewell { store.assumeIsolated { _ = $0.send(.number(1)) } }))
      let seen = Collector<Int>()
      let observer = Task(executorPreference: scheduler) { await store.observe { seen.append($0.number) } }
      await scheduler.settle()
      // From now on, only the observer keeps it alive, which waits for the save.
      await store.send(.hold(nil))
      await scheduler.settle()
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(seen.all, [0, 1])
      observer.cancel()
      await observer.value
      await store.shutdown(within: .zero)
    }
  }

  // S581
  func testStatesArePublishedWhenTheyAreSaved() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      let seen = Collector<[Int]>()
      let observed = Collector<[Int]>()
      let found = Collector<Int>()
      let states = Task(executorPreference: scheduler) {
        for await state in store.states() { seen.append(state.entries) }
      }
      let observer = Task(executorPreference: scheduler) {
        await store.observe { state in
          let entries = state.entries
          observed.append(entries)
        }
      }
      let first = Task(executorPreference: scheduler) {
        let first = try await store.wait { $0.entries.first }
        found.append(first)
      }
      let count = Task(executorPreference: scheduler) {
        let count = try await store.wait(for: \.entries.count, until: { $0 >= 1 })
        found.append(count)
      }
      await scheduler.settle()
      XCTAssertEqual(seen.all, [[]])
      XCTAssertEqual(observed.all, [[]])
      gate.close()
      await store.send(.add(7))
      await scheduler.settle()
      XCTAssertEqual(seen.all, [[]])
      XCTAssertEqual(observed.all, [[]])
      XCTAssertEqual(found.all, [])
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(seen.all, [[], [7]])
      XCTAssertEqual(observed.all, [[], [7]])
      XCTAssertEqual(found.all.sorted(), [1, 7])
      // An observer that joins while a state isn't saved waits, too.
      gate.close()
      await store.send(.add(8))
      let late = Task(executorPreference: scheduler) { try await store.wait { $0.entries.contains(8) } }
      await scheduler.settle()
      let before = try await Journal.saved(storage)
      XCTAssertEqual(before?.entries, [7])
      gate.open()
      try await late.value
      let after = try await Journal.saved(storage)
      XCTAssertEqual(after?.entries, [7, 8])
      await store.shutdown(within: .zero)
      await states.value
      await observer.value
      try await first.value
      try await count.value
    }
  }

  // S581
  func testEventsComeWhenTheirTurnIsSavedToThoseWhoAskForThat() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      let (early, late) = (Collector<String>(), Collector<String>())
      let plain = Task(executorPreference: scheduler) {
        for await event in store.events() { early.append("\(event)") }
      }
      let saved = Task(executorPreference: scheduler) {
        for await event in store.savedEvents() { late.append("\(event)") }
      }
      await scheduler.settle()
      gate.close()
      await store.send(.work(1))
      await scheduler.settle()
      XCTAssertEqual(early.all.count, 2)
      XCTAssertEqual(late.all, [])
      gate.letPass()
      await scheduler.settle()
      XCTAssertEqual(Array(late.all.prefix(2)), Array(early.all.prefix(2)))
      XCTAssertFalse(late.all.contains { $0.contains("add(1001)") })
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(late.all, early.all)
      XCTAssertTrue(late.all.contains { $0.contains("add(1001)") })
      await store.shutdown(within: .zero)
      await plain.value
      await saved.value
    }
  }

  func testHowLongOutputsWaitIsInTheStatistics() async throws {
    try await underSeeds(5) { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      await store.send(.add(1))
      await scheduler.settle()
      await store.send(.add(2))
      let before = await store.statistics.saving
      XCTAssertEqual(before?.unsavedTurnCount, 2)
      XCTAssertEqual(before?.saveCount, 0)
      // Where the scheduler has the tasks of the process, no other time passes.
      await TestClock(scheduler: scheduler).advance(by: .seconds(1))
      gate.open()
      await scheduler.settle()
      let saving = await store.statistics.saving
      let after = try XCTUnwrap(saving)
      XCTAssertEqual(after.unsavedTurnCount, 0)
      XCTAssertEqual(after.saveCount, 2)
      XCTAssertGreaterThan(after.longestWait, .zero)
      XCTAssertGreaterThanOrEqual(after.totalWait, after.longestWait)
    }
  }

  // S589
  func testShuttingDownSavesLast() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      await store.send(.add(1))
      let isDown = Locked(false)
      let shutdown = Task(executorPreference: scheduler) {
        await store.shutdown(within: .zero)
        isDown.withLock { $0 = true }
      }
      await scheduler.settle()
      XCTAssertFalse(isDown.withLock { $0 })
      gate.open()
      await shutdown.value
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.entries, [1])
    }
  }

  // S589
  func testAReleasedStoreIsKeptUntilItsTurnsAreSaved() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      var store: Store? = try await Journal.open(storage, on: scheduler)
      gate.close()
      await store?.send(.add(1))
      await scheduler.settle()
      weak let released = store
      store = nil
      XCTAssertNil(released)
      gate.open()
      await scheduler.settle()
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.entries, [1])
    }
  }

  // S584
  func testATransientActionAsksForNoSave() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let store = try await Journal.open(
        storage,
        on: scheduler,
        isTransient: { if case .select = $0 { true } else { false } }
      )
      await store.send(.select)
      await scheduler.settle()
      XCTAssertEqual(storage.saveCount, 1)
      try await store.commit(.add(1))
      XCTAssertEqual(storage.saveCount, 2)
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved, Journal.State(entries: [1], isSelected: true))
    }
  }

  // S584
  func testACommitOfATransientActionIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      let store = try await Journal.open(storage, on: scheduler, isTransient: { _ in true })
      try await store.commit(.select)
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.isSelected, true)
      XCTAssertEqual(storage.saveCount, 2)
    }
  }

  // S589
  func testTransientChangesAreSavedWhenTheStoreEnds() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage()
      var store = try await Journal.open(storage, on: scheduler, isTransient: { _ in true })
      await store.send(.select)
      let report = await store.shutdown(within: .zero)
      XCTAssertTrue(report.isComplete, "\(report)")
      var saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.isSelected, true)
      store = try await Journal.open(storage, on: scheduler, isTransient: { _ in true })
      await store.send(.add(1))
      // It requests the save, and can be passivated when that is done.
      let atOnce = await store.passivate()
      XCTAssertFalse(atOnce)
      await scheduler.settle()
      let later = await store.passivate()
      XCTAssertTrue(later)
      saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.entries, [1])
    }
  }

  func testTheInstantOfTheStateIsSavedWithIt() async throws {
    try await underSeeds(5) { scheduler, _ in
      let storage = MemoryStorage()
      let store = try await Journal.open(storage, on: scheduler)
      let later = WallClockInstant(sinceEpoch: .seconds(1_000))
      let none = try await storage.due(before: later, limit: 1)
      XCTAssertEqual(none, [])
      try await store.commit(.add(5))
      let due = try await storage.due(before: later, limit: 1)
      XCTAssertEqual(due, [ScheduledKey(key: "journal", wake: WallClockInstant(sinceEpoch: .seconds(5)))])
    }
  }

  func testAStoreIsPassivatedOnlyWhenItIsAtRest() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let effect = Gate()
      let store = try await Journal.open(
        storage,
        on: scheduler,
        outside: Journal.Outside(started: { _ in await effect.wait() })
      )
      gate.close()
      await store.send(.add(1))
      let whileUnsaved = await store.passivate()
      XCTAssertFalse(whileUnsaved)
      gate.open()
      await scheduler.settle()
      await store.send(.work(2))
      await scheduler.settle()
      let whileWorking = await store.passivate()
      XCTAssertFalse(whileWorking)
      effect.open()
      await scheduler.settle()
      let atRest = await store.passivate()
      XCTAssertTrue(atRest)
      XCTAssertThrowsError(try store.enqueue(.add(3)))
      let error = await commitError { try await store.commit(.add(3)) }
      XCTAssertEqual(error?.code, .closed)
      XCTAssertEqual(error?.wasReduced, false)
    }
  }

  // S618
  func testSavesAreToldToInstruments() async throws {
    try await underSeeds { scheduler, _ in
      let saves = Collector<SaveInfo>()
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(
        storage,
        on: scheduler,
        instruments: [SaveCollector(saves: saves)]
      )
      gate.close()
      for number in 0..<3 {
        await store.send(.add(number))
        await scheduler.settle()
      }
      // Where the scheduler has the tasks of the process, no other time passes.
      await TestClock(scheduler: scheduler).advance(by: .seconds(1))
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(saves.all.map(\.turnCount), [1, 2])
      XCTAssertEqual(saves.all.map(\.unsavedTurnCount), [2, 0])
      XCTAssertTrue(saves.all.allSatisfy { $0.wait > .zero })
      await store.shutdown(within: .zero)
    }
  }

  // S693
  func testACommitReturnsWhatItsTurnMade() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      let commit = Task(executorPreference: scheduler) {
        try await store.commit(.add(1), returning: { $0.entries })
      }
      await scheduler.settle()
      await store.send(.add(2))
      let savesBefore = await store.statistics.saving?.saveCount
      XCTAssertEqual(savesBefore, 0)
      gate.open()
      let (task, entries) = try await commit.value
      XCTAssertEqual(entries, [1])
      XCTAssertTrue(task.wasReduced)
      await store.shutdown(within: .zero)
      let error = await commitError { try await store.commit(.add(3), returning: { $0.entries }).task }
      XCTAssertEqual(error?.code, .closed)
    }
  }

  // S736
  func testAStoreIsIdleWhenItsTurnsAreSaved() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      try await store.whenIdle()
      let isIdle = Collector<Bool>()
      gate.close()
      await store.send(.add(1))
      let wait = Task(executorPreference: scheduler) {
        try await store.whenIdle()
        isIdle.append(true)
      }
      await scheduler.settle()
      XCTAssertEqual(isIdle.count, 0)
      gate.open()
      try await wait.value
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.entries, [1])
      await store.shutdown(within: .zero)
    }
  }

  // S734, S736
  func testAStoreThatEndsWithoutItsSavesIsNeverIdle() async throws {
    try await underSeeds { scheduler, clock in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      await store.send(.add(1))
      let wait = Task(executorPreference: scheduler) { try await store.whenIdle() }
      await scheduler.settle()
      async let shutdown = store.shutdown(within: .zero, cancellationGrace: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(1))
      let report = await shutdown
      XCTAssertEqual(report.unsavedTurnCount, 1)
      let result = await wait.result
      XCTAssertThrowsError(try result.get()) { XCTAssertEqual($0 as? StoreError, .shutDown) }
      gate.open()
      await scheduler.settle()
    }
  }

  // S693
  func testTheResultOfAnActionWaitsForItsSave() async throws {
    try await underSeeds { scheduler, _ in
      let (storage, gate) = gatedStorage()
      let store = try await Journal.open(storage, on: scheduler)
      let isOver = Collector<Bool>()
      gate.close()
      let task = await store.send(.add(1))
      let result = Task(executorPreference: scheduler) {
        try await task.result()
        isOver.append(true)
      }
      // The action has no effects, so its end is no reason to wait.
      await task.finish()
      await scheduler.settle()
      XCTAssertEqual(isOver.count, 0)
      gate.open()
      try await result.value
      await store.shutdown(within: .zero)
    }
  }
}

/// A storage whose saves wait at a gate, which is open at first. A state with a member that isn't saved.
private struct Holder: Codable, Sendable {
  enum Action: Sendable {
    case hold(Farewell?)
    case number(Int)
  }

  private enum CodingKeys: CodingKey { case number }

  var number = 0
  var farewell: Farewell?
}

/// A value that runs a closure when it is released.
private final class Farewell: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}

private func gatedStorage() -> (MemoryStorage, Gate) {
  let gate = Gate(isOpen: true)
  return (MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }, gate)
}

/// Records the saves.
private struct SaveCollector: Instrument {
  let saves: Collector<SaveInfo>

  func saved(_ save: SaveInfo) { saves.append(save) }
}

/// Carries the sender's tenant.
private struct TenantCarrier: Instrument {
  @TaskLocal static var tenant = "nobody"

  func captureContext() -> ActionContext? {
    let tenant = Self.tenant
    return ActionContext { work in Self.$tenant.withValue(tenant) { work() } }
  }
}
