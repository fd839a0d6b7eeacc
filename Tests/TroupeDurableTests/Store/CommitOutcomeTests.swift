import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// The outcome in each error of a store that can't save: the action wasn't reduced, isn't saved, is saved, or
/// the outcome is unknown.
final class CommitOutcomeTests: TroupeTestCase {
  private struct Ledger: Reducer {
    struct State: Codable, Sendable {
      var sum = 0.0
      var kept: [Reply<Int>] = []
    }
    enum Action: Sendable { case add(Double), keep(Reply<Int>) }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .add(let number): state.sum += number
        case .keep(let reply): state.kept.append(reply)
        }
        return .none
      }
    }

    static func open(_ storage: any Storage, on scheduler: Scheduler) async throws -> StoreOf<Ledger> {
      var configuration = scheduler.configuration(for: Action.self)
      configuration.name = "ledger"
      return try await Store(
        initialState: State(),
        storage: storage,
        key: "sums",
        codec: StateCodec(format: JSONFormat()),
        retry: .constant(.milliseconds(1), attempts: 3),
        clock: ImmediateClock(),
        configuration: configuration
      ) {
        Ledger()
      }
    }
  }

  /// Another store claims the key.
  private static func supersede(_ storage: any Storage) async {
    do {
      let value = try await storage.load("sums")
      let (bytes, old) = (value?.bytes ?? [], value?.revision)
      try await storage.save(bytes, for: "sums", expecting: old, as: StorageRevision(), wake: nil)
    } catch {
      XCTFail("\(error)")
    }
  }

  private static func check(
    _ error: CommitError?,
    _ code: CommitError.Code,
    _ outcome: CommitError.Outcome,
    _ text: String,
    hasKey: Bool = true,
    line: UInt = #line
  ) {
    guard let error else { return XCTFail("There is no error.", line: line) }
    XCTAssertEqual(error.code, code, error.description, line: line)
    XCTAssertEqual(error.outcome, outcome, error.description, line: line)
    XCTAssertEqual(error.wasReduced, outcome != .notReduced, line: line)
    XCTAssertEqual(error.key, hasKey ? "sums" : nil, line: line)
    let description = error.description
    XCTAssertTrue(description.contains(text), description, line: line)
    // At the beginning of a sentence or in it.
    XCTAssertTrue(description.contains("he store \"ledger\""), description, line: line)
    XCTAssertEqual(description.contains("the key \"sums\""), hasKey, description, line: line)
  }

  // S787
  func testAStateThatCannotBeEncodedIsNotSaved() async throws {
    try await underSeeds(4) { scheduler, _ in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let store = try await Ledger.open(MemoryStorage(), on: scheduler)
        let asked = Task(executorPreference: scheduler) { try await store.ask { .keep($0) } }
        await scheduler.settle()
        let error = await commitError { try await store.commit(.add(.infinity)) }
        Self.check(error, .unencodable, .notSaved, "The action was reduced, but isn't saved.")
        let again = await commitError { try await store.commit(.add(1)) }
        Self.check(again, .unencodable, .notReduced, "The action wasn't reduced.")
        // This one's action is saved, but a turn that it waits for isn't.
        let other = await commitError { try await asked.value }
        Self.check(other, .unencodable, .saved, "The action is saved.")
      }
      XCTAssertEqual(issues.messages.count, 1)
      let issue = issues.messages.first ?? ""
      XCTAssertTrue(issue.contains("its state couldn't be encoded"), issue)
      XCTAssertTrue(issue.contains("The store's last turn isn't saved."), issue)
    }
  }

  // S787
  func testASaveThatIsRefusedAtOnceIsNotDone() async throws {
    try await underSeeds(4) { scheduler, _ in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let storage = MemoryStorage()
        let store = try await Ledger.open(storage, on: scheduler)
        await Self.supersede(storage)
        let error = await commitError { try await store.commit(.add(1)) }
        Self.check(error, .superseded, .notSaved, "The action was reduced, but isn't saved.")
        let again = await commitError { try await store.commit(.add(1)) }
        Self.check(again, .superseded, .notReduced, "The action wasn't reduced.")
      }
      XCTAssertTrue(issues.messages.first?.contains("The store's last turn isn't saved.") == true)
    }
  }

  // S787
  func testASaveThatMayHaveBeenDoneBeforeItWasSupersededIsUnknown() async throws {
    try await underSeeds(4) { scheduler, _ in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let storages = Locked<[MemoryStorage]>([])
        let storage = MemoryStorage { call in
          switch (call.operation, call.number) {
          case (.save, 2): .loseReply
          // The store looks for its save, and finds another store's revision.
          case (.load, 2):
            .wait({ for storage in storages.withLock({ $0 }) { await Self.supersede(storage) } })
          default: .perform
          }
        }
        storages.withLock { $0 = [storage] }
        let store = try await Ledger.open(storage, on: scheduler)
        let error = await commitError { try await store.commit(.add(1)) }
        Self.check(error, .superseded, .unknown, "Whether the action is saved is unknown.")
        storages.withLock { $0 = [] }
        let sum = try await storage.read("sums", codec: StateCodec(Ledger.State.self, format: JSONFormat()))?
          .sum
        XCTAssertEqual(sum, 1)
      }
      XCTAssertTrue(issues.messages.first?.contains("isn't known to be saved") == true)
    }
  }

  // S787
  func testOfTurnsInNoSaveItIsKnown() async throws {
    try await underSeeds { scheduler, _ in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      try await withIssueReporters([IssueCollector()]) {
        let store = try await Ledger.open(storage, on: scheduler)
        gate.close()
        let first = Task(executorPreference: scheduler) {
          await commitError { try await store.commit(.add(1)) }
        }
        await scheduler.settle()
        // No save of it has begun.
        let second = Task(executorPreference: scheduler) {
          await commitError { try await store.commit(.add(2)) }
        }
        let result = Task(executorPreference: scheduler) {
          await commitError { try await store.send(.add(3)).result() }
        }
        await scheduler.settle()
        storage.isUnavailable = true
        gate.open()
        await Self.check(first.value, .unavailable, .unknown, "Whether the action is saved is unknown.")
        await Self.check(second.value, .unavailable, .notSaved, "The action was reduced, but isn't saved.")
        // A handle waits for all turns so far.
        await Self.check(result.value, .unavailable, .unknown, "Whether the action is saved is unknown.")
      }
    }
  }

  // S787
  func testAValueThatIsDamagedIsNotReplaced() async throws {
    final class Damaging: Storage {
      struct Damage: Error {}
      let base = MemoryStorage()
      let isDamaged = Locked(false)

      func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? { try await base.load(key) }
      func save(
        _ bytes: [UInt8],
        for key: StorageKey,
        expecting expected: StorageRevision?,
        as revision: StorageRevision,
        wake: WallClockInstant?
      ) async throws(StorageError) {
        if isDamaged.withLock({ $0 }) { throw .corrupt(key, because: Damage(), bytes: nil) }
        try await base.save(bytes, for: key, expecting: expected, as: revision, wake: wake)
      }
      func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
        try await base.remove(key, expecting: expected)
      }
      func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
        try await base.due(before: instant, limit: limit)
      }
    }
    try await underSeeds(2) { scheduler, _ in
      try await withIssueReporters([IssueCollector()]) {
        let storage = Damaging()
        let store = try await Ledger.open(storage, on: scheduler)
        storage.isDamaged.withLock { $0 = true }
        let error = await commitError { try await store.commit(.add(1)) }
        Self.check(error, .corrupt, .notSaved, "The action was reduced, but isn't saved.")
      }
    }
  }

  // S787
  func testCancellationAndShutdown() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let store = try await Ledger.open(storage, on: scheduler)
      gate.close()
      let commits = (0..<2).map { _ in
        Task(executorPreference: scheduler) { await commitError { try await store.commit(.add(1)) } }
      }
      await scheduler.settle()
      commits[0].cancel()
      await Self.check(
        commits[0].value,
        .cancelled,
        .unknown,
        "The store will save the action with its other turns."
      )
      let full = await commitError { try await store.commit(.add(1), maxWaiting: 1) }
      Self.check(full, .tooManyWaiting, .notReduced, "Retry later.", hasKey: false)
      async let report = store.shutdown(within: .zero, cancellationGrace: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(2))
      _ = await report
      await Self.check(commits[1].value, .closed, .unknown, "A shutdown ended")
      let late = await commitError { try await store.commit(.add(1)) }
      Self.check(late, .closed, .notReduced, "The action wasn't reduced.")
      gate.open()
      await scheduler.settle()
    }
  }

  // S787
  func testAStoreWithoutStorageNamesItself() async throws {
    try await underSeeds(1) { scheduler, _ in
      var configuration = scheduler.configuration(for: Ledger.Action.self)
      configuration.name = "ledger"
      let store = Store(initialState: Ledger.State(), configuration: configuration) { Ledger() }
      let error = await commitError { try await store.commit(.add(1)) }
      Self.check(error, .notDurable, .notReduced, "Create the store with `storage:`", hasKey: false)
    }
  }
}
