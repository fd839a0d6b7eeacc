import TestSupport
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSharing
import TroupeTesting
import XCTest

/// Shared values that are kept in a storage.
final class StoredValueTests: TroupeTestCase {
  // MARK: Turns

  // S886
  func testTheEffectsOfATurnWaitForTheSaveOfTheVersionThatItHasWritten() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let (told, store) = (Collector<[Int]>(), try await house.store())
      await store.send(.setUp(told))
      house.gate.close()
      await store.send(.take(1))
      await scheduler.settle()
      XCTAssertEqual(told.all, [])
      try await house.check([])
      house.gate.open()
      await scheduler.settle()
      XCTAssertEqual(told.all, [[1]])
      try await house.check([1])
    }
  }

  // S886
  func testATurnThatReadsAnUnsavedVersionWaitsForItsSave() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let (told, writer, reader) = (Collector<[Int]>(), try await house.store(), try await house.store())
      await reader.send(.setUp(told))
      house.gate.close()
      await writer.send(.take(1))
      await reader.send(.look)
      // This turn doesn't read the value. But the state contains what the turn before has read.
      await reader.send(.tellSeen)
      await scheduler.settle()
      XCTAssertEqual(told.all, [])
      house.gate.open()
      await scheduler.settle()
      XCTAssertEqual(told.all, [[1], [1]])
      // Nothing waits any more.
      await reader.send(.tellSeen)
      await scheduler.settle()
      XCTAssertEqual(told.all.count, 3)
    }
  }

  // S886
  func testStatesAndHandlesOfAStoreWithoutAStorageWait() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let (store, seen) = (try await house.store(), Collector<[Int]>())
      let states = Task(executorPreference: scheduler) {
        for await state in store.states(\.seen) { seen.append(state) }
      }
      await scheduler.settle()
      house.gate.close()
      let handle = await store.send(.take(1))
      let finished = Collector<Bool>()
      let finishing = Task(executorPreference: scheduler) {
        await handle.finish()
        finished.append(true)
      }
      await scheduler.settle()
      XCTAssertEqual(seen.all, [[]])
      XCTAssertEqual(finished.all, [])
      house.gate.open()
      await scheduler.settle()
      XCTAssertEqual(seen.all.last, [1])
      XCTAssertEqual(finished.all, [true])
      states.cancel()
      await states.value
      await finishing.value
    }
  }

  // S886
  func testAStoreWithAStorageSavesItsTurnAfterTheVersionThatItHasWritten() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let order = Collector<String>()
      let storage = MemoryStorage { call in
        if call.operation == .save { order.append(call.key?.text ?? "") }
        return .perform
      }
      let tickets = try await house.tickets(storage)
      let store = try await house.store(storage, "booth")
      order.clear()
      let seen = try await store.commit(.take(7), returning: { ($0.seen, $0.tickets) }).value
      XCTAssertEqual(order.all, ["tickets", "booth"])
      XCTAssertEqual(seen.0, [7])
      // A reader of the turn's result sees what the turn has written.
      XCTAssertEqual(seen.1, [7])
      XCTAssertEqual(tickets.wrappedValue, [7])
    }
  }

  // S886
  func testAStoreIsReleasedWhenItsTurnsAreSaved() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let told = Collector<[Int]>()
      var store: StoreOf<Booth>? = try await house.store()
      await store?.send(.setUp(told))
      weak let released = store
      house.gate.close()
      await store?.send(.take(1))
      store = nil
      await scheduler.settle()
      house.gate.open()
      await scheduler.settle()
      try await house.check([1])
      XCTAssertNil(released)
    }
  }

  // S886
  func testAShutdownWaitsForTheSave() async throws {
    try await underSeeds(5) { scheduler, clock in
      let house = House(scheduler)
      let store = try await house.store()
      house.gate.close()
      await store.send(.take(1))
      let shutdown = Task(executorPreference: scheduler) {
        await store.shutdown(within: .seconds(60), clock: clock)
      }
      await scheduler.settle()
      house.gate.open()
      let report = await shutdown.value
      XCTAssertEqual(report.unsavedTurnCount, 0)
      try await house.check([1])
    }
  }

  // S886
  func testManyUnsavedTurnsAreOneWaitForEachVersion() async throws {
    try await underSeeds(1) { scheduler, _ in
      let house = House(scheduler)
      let (told, writer, store) = (Collector<[Int]>(), try await house.store(), try await house.store())
      await store.send(.setUp(told))
      house.gate.close()
      await writer.send(.take(1))
      for _ in 0..<2_000 { await store.send(.look) }
      await scheduler.settle()
      XCTAssertEqual(told.all.count, 0)
      house.gate.open()
      await scheduler.settle()
      XCTAssertEqual(told.all.count, 2_000)
    }
  }

  // S870, S886
  func testWhatTheStateDeclaresStartsWhenTheVersionIsSaved() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let (told, writer, store) = (Collector<[Int]>(), try await house.store(), try await house.store())
      await store.send(.setUp(told))
      await store.send(.declare)
      await scheduler.settle()
      XCTAssertEqual(told.all, [[]])
      house.gate.close()
      await writer.send(.take(1))
      await scheduler.settle()
      XCTAssertEqual(told.all, [[]])
      house.gate.open()
      await scheduler.settle()
      XCTAssertEqual(told.all, [[], [1]])
      await store.send(.declare)
    }
  }

  // S438, S886
  func testATestStoreAssertsAStoredValueAndWaitsForItsSave() async throws {
    let house = House(nil)
    let tickets = try await house.tickets()
    let store = TestStore(initialState: Booth.State(tickets: tickets)) { Booth() }
    let told = Collector<[Int]>()
    await store.send(.setUp(told))
    await store.send(.take(1)) {
      $0.$tickets.withLock { $0 = [1] }
      $0.seen = [1]
    }
    await store.finish()
    XCTAssertEqual(told.all, [[1]])
    try await house.check([1])
    try await tickets.update { $0.append(2) }
    await store.send(.look) { $0.seen = [1, 2] }
  }

  // MARK: Outside turns

  // S887
  func testOutsideTurnsAValueReadsAsLastSaved() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let (store, tickets, seen) = (try await house.store(), try await house.tickets(), Collector<[Int]>())
      let values = Task(executorPreference: scheduler) {
        for await value in tickets.values { seen.append(value) }
      }
      await scheduler.settle()
      house.gate.close()
      await store.send(.take(1))
      await scheduler.settle()
      XCTAssertEqual(tickets.wrappedValue, [])
      XCTAssertEqual(seen.all, [[]])
      // A read on the store's executor shows the state of the store's last turn.
      let read = await store.withState { $0.tickets }
      XCTAssertEqual(read, [1])
      house.gate.open()
      await scheduler.settle()
      XCTAssertEqual(tickets.wrappedValue, [1])
      XCTAssertEqual(seen.all, [[], [1]])
      values.cancel()
      await values.value
    }
  }

  // S887
  func testAnUpdateReturnsWhenItIsSaved() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let tickets = try await house.tickets()
      house.gate.close()
      let count = Collector<Int>()
      let update = Task(executorPreference: scheduler) {
        count.append(
          try await tickets.update { tickets in
            tickets.append(4)
            return tickets.count
          }
        )
      }
      await scheduler.settle()
      XCTAssertEqual(count.all, [])
      house.gate.open()
      try await update.value
      XCTAssertEqual(count.all, [1])
      try await house.check([4])
    }
  }

  // S887
  func testAnUpdateThatIsCancelledThrowsAndIsStillSaved() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let tickets = try await house.tickets()
      house.gate.close()
      let update = Task(executorPreference: scheduler) { try await tickets.update { $0.append(4) } }
      await scheduler.settle()
      update.cancel()
      let result = await update.result
      XCTAssertThrowsError(try result.get()) { XCTAssert($0 is CancellationError) }
      house.gate.open()
      await scheduler.settle()
      try await house.check([4])
    }
  }

  // S887
  func testAWriteOutsideATurnThatDoesNotWaitIsReported() async throws {
    try await underSeeds(1) { scheduler, _ in
      let house = House(scheduler)
      let tickets = try await house.tickets()
      let other = Shared(value: 0)
      await expectIssues(2, "changed outside a turn") {
        tickets.withLock { $0.append(1) }
        withLock(other, tickets) { number, tickets in tickets.append(number) }
      }
      await scheduler.settle()
      try await house.check([1, 0])
    }
  }

  // S887
  func testAnUpdateOfAValueThatIsNotStoredIsAWrite() async throws {
    let value = Shared(value: 1)
    let result = try await value.update { value in
      value += 1
      return value
    }
    XCTAssertEqual(result, 2)
    XCTAssertEqual(value.wrappedValue, 2)
  }

  // MARK: Owners

  // S888
  func testStoresThatUsedALostVersionCloseLikeASupersededStore() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let (told, writer, reader) = (Collector<[Int]>(), try await house.store(), try await house.store())
      let bystander = try await house.store()
      let durable = try await house.store(MemoryStorage(), "booth")
      for store in [writer, reader, bystander, durable] { await store.send(.setUp(told)) }
      try await house.elsewhere { try await $0.update { $0 = [9] } }
      house.gate.close()
      var result: Result<StoreTask, any Error>?
      await expectIssues(3, "the shared value .stored(\"tickets\") that it has used is lost") {
        await writer.send(.take(1))
        await reader.send(.look)
        let commit = Task(executorPreference: scheduler) { try await durable.commit(.look) }
        await scheduler.settle()
        house.gate.open()
        await scheduler.settle()
        result = await commit.result
      }
      XCTAssertEqual(told.all, [])
      XCTAssertThrowsError(try result?.get()) { error in
        XCTAssertEqual((error as? CommitError)?.code, .superseded)
        XCTAssertEqual((error as? CommitError)?.outcome, .notSaved)
        XCTAssert("\(error)".contains(".stored(\"tickets\")"), "\(error)")
      }
      for store in [writer, reader, durable] {
        await XCTAssertThrowsErrorAsync(try await store.trySend(.look)) {
          XCTAssertEqual(($0 as? StoreError)?.code, .superseded)
        }
      }
      // The value of the other owner is there, for the other stores.
      await bystander.send(.look)
      await scheduler.settle()
      XCTAssertEqual(told.all, [[9]])
      try await house.check([9])
    }
  }

  // S888
  func testAnUpdateIsRepeatedOnTheValueOfAnotherOwner() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let tickets = try await house.tickets()
      let runs = Collector<[Int]>()
      try await house.elsewhere { try await $0.update { $0 = [9] } }
      try await tickets.update { tickets in
        runs.append(tickets)
        tickets.append(1)
      }
      XCTAssertEqual(runs.all, [[], [9]])
      try await house.check([9, 1])
    }
  }

  // S888
  func testUpdatesOfSeveralOwnersLoseNothing() async throws {
    try await underSeeds(20) { scheduler, _ in
      let house = House(scheduler)
      let owners = try await [house.tickets(), house.newOwner(), house.newOwner()]
      await withTaskGroup(of: Void.self) { group in
        for (number, owner) in owners.enumerated() {
          group.addTask(executorPreference: scheduler) {
            for index in 0..<5 {
              do { try await owner.update { $0.append(number * 10 + index) } } catch { XCTFail("\(error)") }
            }
          }
        }
      }
      let all = try await house.read()
      XCTAssertEqual(all?.count, 15)
      XCTAssertEqual(Set(all ?? []).count, 15)
    }
  }

  // S888
  func testAValueWhoseKeyWasRemovedIsLost() async throws {
    try await underSeeds(3) { scheduler, _ in
      let house = House(scheduler)
      let tickets = try await house.tickets()
      let revision = try await house.storage.load("tickets")?.revision
      try await house.storage.remove("tickets", expecting: XCTUnwrap(revision))
      try await tickets.update { $0.append(2) }
      try await house.check([2])
    }
  }

  // MARK: Loading

  // S889
  func testAValueThatIsLoadedLateClosesTheStoresThatAssumedTheDefault() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      try await house.elsewhere { try await $0.update { $0 = [9] } }
      let told = Collector<[Int]>()
      house.gate.close()
      await expectIssues(1, "Await `load()` of the shared value") {
        let store = house.storeAtOnce()
        await store.send(.setUp(told))
        await store.send(.look)
        house.gate.open()
        await scheduler.settle()
      }
      XCTAssertEqual(told.all, [])
      let next = house.storeAtOnce()
      await next.send(.setUp(told))
      await next.send(.look)
      await scheduler.settle()
      XCTAssertEqual(told.all, [[9]])
    }
  }

  // S889
  func testTheDefaultIsValidIfTheStorageHasNoValue() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler)
      let (told, store) = (Collector<[Int]>(), house.storeAtOnce())
      await store.send(.setUp(told))
      await store.send(.take(1))
      await scheduler.settle()
      XCTAssertEqual(told.all, [[1]])
      try await house.check([1])
    }
  }

  // S889
  func testAValueThatCannotBeLoadedIsAnError() async throws {
    try await underSeeds(3) { scheduler, _ in
      let house = House(scheduler, attempts: 2)
      house.storage.isUnavailable = true
      let tickets = house.ticketsAtOnce()
      await XCTAssertThrowsErrorAsync(try await tickets.load()) {
        XCTAssertEqual(($0 as? StorageError)?.code, .unavailable)
      }
      XCTAssertNotNil(tickets.loadError)
      house.storage.isUnavailable = false
      try await tickets.load()
      XCTAssertNil(tickets.loadError)
      XCTAssertFalse(tickets.isLoading)
    }
  }

  // S889
  func testARequiredValueIsLoadedAndClaimed() async throws {
    try await underSeeds(3) { scheduler, _ in
      let house = House(scheduler)
      await XCTAssertThrowsErrorAsync(try await house.required()) { XCTAssert($0 is SharedValueMissing) }
      try await house.elsewhere { try await $0.update { $0 = [9] } }
      let tickets = try await house.required()
      XCTAssertEqual(tickets.wrappedValue, [9])
      let (told, store) = (Collector<[Int]>(), try await house.store())
      await store.send(.setUp(told))
      await store.send(.look)
      await scheduler.settle()
      XCTAssertEqual(told.all, [[9]])
    }
  }

  // S889
  func testAfterAFailureTheValueContinuesFromTheSavedVersion() async throws {
    try await underSeeds(5) { scheduler, _ in
      let house = House(scheduler, attempts: 2)
      let (told, store, tickets) = (Collector<[Int]>(), try await house.store(), try await house.tickets())
      try await tickets.update { $0 = [1] }
      house.storage.isUnavailable = true
      await store.send(.setUp(told))
      await expectIssues(1, "it couldn't be loaded or saved") {
        await store.send(.take(2))
        await scheduler.settle()
      }
      XCTAssertNotNil(tickets.saveError)
      XCTAssertEqual(tickets.wrappedValue, [1])
      house.storage.isUnavailable = false
      // The storage is unchanged, so a turn that has used the copy is valid.
      let next = try await house.store()
      await next.send(.setUp(told))
      await next.send(.take(3))
      await scheduler.settle()
      XCTAssertEqual(told.all, [[1, 3]])
      try await house.check([1, 3])
      XCTAssertNil(tickets.saveError)
    }
  }

  // S884
  func testARestoredStateSharesTheStoredValue() async throws {
    try await underSeeds(3) { scheduler, _ in
      let house = House(scheduler)
      let (storage, tickets) = (MemoryStorage(), try await house.tickets())
      let store = try await house.store(storage, "booth")
      try await store.commit(.take(5))
      await store.shutdown(within: .zero)
      try await tickets.update { $0.append(6) }
      let again = try await house.store(storage, "booth")
      let state = await again.withState { ($0.tickets, $0.seen) }
      XCTAssertEqual(state.0, [5, 6])
      XCTAssertEqual(state.1, [5])
    }
  }

  // S884
  func testARestoredStateWithoutAPropertyOfTheKeyIsAnError() async throws {
    let house = House(nil)
    let bytes = try house.codecOfBooths.encode(Booth.State(tickets: house.ticketsAtOnce()))
    XCTAssertThrowsError(
      try withDependencies {
        $0.sharedSpace = SharedSpace()
      } operation: {
        try house.codecOfBooths.decode(bytes)
      }
    ) { error in
      let reason = String(describing: (error as? StateCodingError)?.underlying)
      XCTAssert(reason.contains("no property with this key exists"), reason)
    }
  }
}
