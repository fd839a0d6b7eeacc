import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Storages that fail, and stores that lose their key.
final class StoreFailureTests: TroupeTestCase {
  // S586
  func testASaveThatFailsIsTriedAgain() async throws {
    for fault in [.fail, .loseReply, .late(by: 1), .late(by: 2)] as [MemoryStorage.Fault] {
      try await underSeeds(5) { scheduler, _ in
        let storage = MemoryStorage { call in
          call.operation == .save && (2...4).contains(call.number) ? fault : .perform
        }
        let store = try await Journal.open(storage, on: scheduler)
        try await store.commit(.add(1))
        try await store.commit(.add(2))
        await store.shutdown(within: .zero)
        let again = try await Journal.open(storage, on: scheduler)
        let entries = await again.entries
        XCTAssertEqual(entries, [1, 2])
      }
    }
  }

  // S586
  func testBetweenAttemptsItWaitsOnItsClock() async throws {
    try await underSeeds { scheduler, clock in
      let storage = MemoryStorage()
      let store = try await Journal.open(
        storage,
        on: scheduler,
        retry: .constant(.seconds(1), attempts: 10),
        clock: clock
      )
      storage.isUnavailable = true
      let commit = Task(executorPreference: scheduler) { try await store.commit(.add(1)) }
      await clock.advance(by: .seconds(3))
      XCTAssertEqual(storage.saveCount, 1)
      storage.isUnavailable = false
      await clock.advance(by: .seconds(1))
      XCTAssertEqual(storage.saveCount, 2)
      _ = try await commit.value
    }
  }

  // S592
  func testAShutdownEndsInTimeAndTellsOfTurnsThatAreNotSaved() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      await store.send(.add(1))
      let shutdown = Task(executorPreference: scheduler) {
        await store.shutdown(within: .seconds(1), cancellationGrace: .seconds(2), clock: clock)
      }
      await clock.advance(by: .seconds(4))
      let report = await shutdown.value
      XCTAssertEqual(report.unsavedTurnCount, 1)
      XCTAssertFalse(report.isComplete)
      XCTAssertTrue(report.description.contains("Unsaved turns: 1"), "\(report)")
      gate.open()
      await scheduler.settle()
    }
  }

  // S592
  func testTheReportOfAStoreThatGaveUpSavingIsNotClean() async throws {
    try await underSeeds { scheduler, clock in
      let storage = MemoryStorage()
      let store = try await Journal.open(
        storage,
        on: scheduler,
        retry: .constant(.seconds(1), attempts: 2),
        clock: clock
      )
      storage.isUnavailable = true
      await withIssueReporters([IssueCollector()]) {
        await store.send(.add(1))
        await clock.advance(by: .seconds(5))
      }
      let report = await store.shutdown(within: .zero, clock: clock)
      XCTAssertEqual(report.unsavedTurnCount, 1)
      XCTAssertFalse(report.isComplete)
    }
  }

  // S587
  func testAfterTheLastAttemptTheStoreIsClosed() async throws {
    try await underSeeds { scheduler, clock in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let storage = MemoryStorage()
        let started = Locked<[Int]>([])
        let isWorkCancelled = Locked(false)
        let running = Gate()
        let store = try await Journal.open(
          storage,
          on: scheduler,
          retry: .constant(.seconds(1), attempts: 3),
          clock: clock,
          outside: Journal.Outside(started: { number in
            started.withLock { $0.append(number) }
            await withTaskCancellationHandler {
              await running.wait()
            } onCancel: {
              isWorkCancelled.withLock { $0 = true }
              running.open()
            }
          })
        )
        await store.send(.work(1))
        await scheduler.settle()
        storage.isUnavailable = true
        await store.send(.work(2))
        let commit = Task(executorPreference: scheduler) {
          await commitError { try await store.commit(.add(3)) }
        }
        let wait = Task(executorPreference: scheduler) {
          try await store.wait { $0.entries.contains(3) }
        }
        await clock.advance(by: .seconds(10))
        let error = await commit.value
        XCTAssertEqual(error?.code, .unavailable)
        XCTAssertEqual(error?.wasReduced, true)
        await expectClosed(wait)
        XCTAssertTrue(isWorkCancelled.withLock { $0 })
        XCTAssertEqual(started.withLock { $0 }, [1])
        let next = await commitError { try await store.commit(.add(4)) }
        XCTAssertEqual(next?.code, .unavailable)
        XCTAssertEqual(next?.wasReduced, false)
        await store.shutdown(within: .zero)
      }
      XCTAssertEqual(issues.messages.count, 1)
      let issue = issues.messages.first ?? ""
      XCTAssertTrue(issue.contains("was closed: its state couldn't be saved"), issue)
      XCTAssertTrue(
        issue.contains(
          "The store's last 2 turns aren't known to be saved. No result of these turns became visible"
        ),
        issue
      )
      XCTAssertFalse(issue.contains(".."), issue)
    }
  }

  /// Reports an issue for an action.
  private struct Noting: Reducer {
    struct State: Codable, Sendable { var count = 0 }
    enum Action: Sendable { case add, note }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .add: state.count += 1
        case .note: reportIssue("noted")
        }
        return .none
      }
    }
  }

  // S587
  func testActionsOfAStoreThatGivesUpReportIssuesWhereItsTurnsDo() async {
    let noted = Locked(0)
    await explore(schedules: 100) { scheduler in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let storage = MemoryStorage()
        let store = try await Store(
          initialState: Noting.State(),
          storage: storage,
          key: "notes",
          codec: StateCodec(format: JSONFormat()),
          retry: .constant(.zero, attempts: 1),
          configuration: scheduler.configuration()
        ) {
          Noting()
        }
        storage.isUnavailable = true
        await store.send(.add)
        // A store that is closed takes no more actions.
        for _ in 0..<5 { try? store.enqueue(.note) }
        await scheduler.settle()
      }
      noted.withLock { $0 += issues.messages.count { $0 == "noted" } }
    }
    XCTAssertGreaterThan(noted.withLock(\.self), 0)
  }

  // S587
  func testTheIssueOfOneLostTurnSaysSo() async throws {
    try await underSeeds(1) { scheduler, _ in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let storage = MemoryStorage()
        let retry = Backoff.constant(.seconds(1), attempts: 1)
        let store = try await Journal.open(storage, on: scheduler, retry: retry)
        storage.isUnavailable = true
        let error = await commitError { try await store.commit(.add(1)) }
        XCTAssertEqual(error?.code, .unavailable)
      }
      let issue = issues.messages.first ?? ""
      XCTAssertTrue(
        issue.contains(
          "The store's last turn isn't known to be saved. No result of this turn became visible"
        ),
        issue
      )
    }
  }

  // S587
  func testSendingToAStoreThatClosedItselfSaysWhy() async throws {
    try await underSeeds { scheduler, _ in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let storage = MemoryStorage()
        let retry = Backoff.constant(.seconds(1), attempts: 1)
        let superseded = try await Journal.open(storage, on: scheduler, retry: retry)
        let newer = try await Journal.open(storage, on: scheduler, retry: retry)
        for (store, isUnavailable) in [(superseded, false), (newer, true)] {
          storage.isUnavailable = isUnavailable
          let error = await commitError { try await store.commit(.add(1)) }
          XCTAssertNotNil(error)
          let task = await store.send(.add(2))
          XCTAssertFalse(task.wasReduced)
          await store.shutdown(within: .zero)
        }
      }
      XCTAssertEqual(issues.messages.count, 4)
      for (issue, reason) in zip(
        [issues.messages[1], issues.messages[3]],
        ["Another store has saved the same key", "The storage didn't answer for the key \"journal\""]
      ) {
        XCTAssertTrue(issue.contains("has closed itself, because its turns"), issue)
        XCTAssertTrue(issue.contains(reason), issue)
        XCTAssertTrue(issue.contains("The action wasn't reduced."), issue)
        XCTAssertTrue(issue.contains("open a new store with the same key"), issue)
        XCTAssertFalse(issue.contains("before the store is shut down"), issue)
      }
    }
  }

  // S588
  func testAStoreThatIsSupersededSaysSoAndStartsNothing() async throws {
    try await underSeeds { scheduler, _ in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let storage = MemoryStorage()
        let started = Locked<[Int]>([])
        let outside = Journal.Outside(started: { number in started.withLock { $0.append(number) } })
        let first = try await Journal.open(storage, on: scheduler, outside: outside)
        try await first.commit(.add(1))
        let second = try await Journal.open(storage, on: scheduler, outside: outside)
        try await second.commit(.add(2))
        await first.send(.work(3))
        let error = await commitError { try await first.commit(.add(4)) }
        XCTAssertEqual(error?.code, .superseded)
        await scheduler.settle()
        XCTAssertEqual(started.withLock { $0 }, [])
        let later = await commitError { try await first.commit(.add(5)) }
        XCTAssertEqual(later?.code, .superseded)
        XCTAssertEqual(later?.wasReduced, false)
        try await second.commit(.work(6))
        await scheduler.settle()
        XCTAssertEqual(started.withLock { $0 }, [6])
        let saved = try await Journal.saved(storage)
        XCTAssertEqual(saved?.entries, [1, 2, 6, 1_006])
      }
      XCTAssertEqual(issues.messages.count, 1)
      let issue = issues.messages.first ?? ""
      XCTAssertTrue(
        issue.contains("another store, in this or another process, has saved the same key"),
        issue
      )
    }
  }

  // S585
  func testACancelledCommitEndsItsWaitAndIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let store = try await Journal.open(storage, on: scheduler)
      gate.close()
      let commit = Task(executorPreference: scheduler) {
        await commitError { try await store.commit(.add(1)) }
      }
      await scheduler.settle()
      commit.cancel()
      let error = await commit.value
      XCTAssertEqual(error?.code, .cancelled)
      XCTAssertEqual(error?.wasReduced, true)
      gate.open()
      await scheduler.settle()
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.entries, [1])
    }
  }

  func testAStoreWithoutStorageCannotCommit() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: Journal.State(), configuration: scheduler.configuration()) { Journal() }
      let error = await commitError { try await store.commit(.add(1)) }
      XCTAssertEqual(error?.code, .notDurable)
      XCTAssertEqual(error?.wasReduced, false)
      let entries = await store.entries
      XCTAssertEqual(entries, [])
    }
  }

  // S580
  func testAValueThatCannotBeDecodedStaysAsItIs() async throws {
    try await underSeeds(1) { scheduler, _ in
      let storage = MemoryStorage()
      let revision = StorageRevision()
      try await storage.save([1, 2, 3], for: "journal", expecting: nil, as: revision, wake: nil)
      do {
        _ = try await Journal.open(storage, on: scheduler)
        XCTFail("It was opened.")
      } catch {
        XCTAssertEqual((error as? StateCodingError)?.bytes, [1, 2, 3])
      }
      let value = try await storage.load("journal")
      XCTAssertEqual(value, StoredValue(bytes: [1, 2, 3], revision: revision))
    }
  }

  // S580
  func testOpeningEndsWhenItsTaskIsCancelled() async throws {
    try await underSeeds { scheduler, clock in
      let storage = MemoryStorage()
      storage.isUnavailable = true
      let opening = Task(executorPreference: scheduler) {
        await expect(
          .unavailable,
          try await Journal.open(
            storage,
            on: scheduler,
            retry: .constant(.seconds(1), attempts: 100),
            clock: clock
          )
        )
      }
      await clock.advance(by: .seconds(3))
      opening.cancel()
      let error = try await opening.value
      XCTAssertTrue(error?.underlying is CancellationError)
    }
  }

  // S587
  func testAStateThatCannotBeEncodedClosesTheStore() async throws {
    struct Odd: Codable, Sendable {
      var number = 0.0
    }
    try await underSeeds(1) { scheduler, _ in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let store = try await Store(
          initialState: Odd(),
          storage: MemoryStorage(),
          key: "odd",
          codec: StateCodec(format: JSONFormat()),
          configuration: scheduler.configuration(for: Double.self)
        ) {
          Reduce { (state: inout Odd, action: Double) in
            state.number = action
            return .none
          }
        }
        try await store.commit(1)
        let error = await commitError { try await store.commit(.infinity) }
        XCTAssertEqual(error?.code, .unencodable)
        XCTAssertTrue(error?.underlying is StateCodingError)
      }
      XCTAssertEqual(issues.messages.count, 1)
    }
  }
}

private func expectClosed(_ wait: Task<Void, any Error>) async {
  do {
    try await wait.value
    XCTFail("It returned.")
  } catch {
    XCTAssertTrue(error is StoreError, "\(error)")
  }
}
