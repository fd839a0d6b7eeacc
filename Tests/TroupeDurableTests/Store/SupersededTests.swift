import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Each way to use a store that has closed itself, and the reason that it reports.
final class SupersededTests: TroupeTestCase {
  struct Part: Reducer {
    struct State: Codable, Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case count }

    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  struct Whole: Reducer {
    struct State: Codable, Sendable {
      var part = Part.State()
      var kept: [Reply<Int>] = []
    }
    @CasePathable enum Action: Sendable { case part(Part.Action), keep(Reply<Int>) }

    var body: some Reducer<State, Action> {
      Scope(state: \.part, action: \.part) { Part() }
      Reduce { state, action in
        if case .keep(let reply) = action { state.kept.append(reply) }
        return .none
      }
    }

    static func open(
      _ storage: any Storage,
      on scheduler: Scheduler,
      _ clock: TestClock
    ) async throws -> StoreOf<Whole> {
      try await Store(
        initialState: State(),
        storage: storage,
        key: "whole",
        codec: StateCodec(format: JSONFormat()),
        retry: .constant(.milliseconds(1), attempts: 3),
        clock: ImmediateClock(),
        configuration: scheduler.configuration(for: Action.self)
      ) {
        Whole()
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
  }

  // S788
  func testEachWayToMeetASupersededStoreSaysSo() async throws {
    try await check(.superseded, .superseded, "Superseded: another store") { storage, scheduler, clock in
      _ = try await Whole.open(storage, on: scheduler, clock)
    }
  }

  // S788, S852
  func testEachWayToMeetAStoreThatCouldNotSaveSaysSo() async throws {
    try await check(.notSaved, .unavailable, "couldn't be saved") { storage, _, _ in
      storage.isUnavailable = true
    }
  }

  private func check(
    _ closed: StoreError,
    _ code: CommitError.Code,
    _ text: String,
    _ close: @escaping @Sendable (MemoryStorage, Scheduler, TestClock) async throws -> Void
  ) async throws {
    try await underSeeds(10) { scheduler, clock in
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let storage = MemoryStorage()
        let store = try await Whole.open(storage, on: scheduler, clock)
        let part = await store.scope(state: \.part, action: \.part)
        let feed = await store.feed { _, state in state.part.count }
        func waiting(_ wait: @escaping @Sendable () async throws -> Void) -> Task<(any Error)?, Never> {
          Task(executorPreference: scheduler) { await Self.error(of: wait) }
        }
        let waits = [
          waiting { try await store.wait { $0.part.count > 5 } },
          waiting { try await store.wait(for: \.part.count, until: { $0 > 5 }) },
          waiting { try await part.wait { $0.count > 5 } },
          waiting { try await part.wait(for: \.count, until: { $0 > 5 }) },
          // It is true, and never saved.
          waiting { try await store.wait { $0.part.count == 1 } },
        ]
        let asked = waiting { _ = try await store.ask { .keep($0) } }
        let read = waiting { for try await _ in feed.events() {} }
        let states = Task(executorPreference: scheduler) { for await _ in store.states() {} }
        await scheduler.settle()
        let open = await store.closedReason
        XCTAssertNil(open)

        try await close(storage, scheduler, clock)
        let result = waiting { try await store.send(.part(.count)).result() }
        await scheduler.settle()
        await Self.checkClosed(waits, closed, text)
        for task in [asked, result] {
          let error = await task.value
          XCTAssertEqual((error as? CommitError)?.code, code, "\(String(describing: error))")
        }
        let feedError = await read.value as? FeedError
        XCTAssertEqual((feedError?.underlying as? CommitError)?.code, code)
        // A sequence that ends leaves its consumer this error.
        await states.value
        let reasons = await [store.closedReason, part.closedReason]
        XCTAssertEqual(reasons, [closed, closed])
        XCTAssertEqual((reasons[0]?.underlying as? CommitError)?.code, code)

        // From now on.
        let late = [
          waiting { try await store.wait { $0.part.count > 5 } },
          waiting { try await part.wait(for: \.count, until: { $0 > 5 }) },
          waiting { try await store.wait(within: .seconds(5), until: { $0.part.count > 5 }) },
          waiting { try await store.trySend(.part(.count)) },
          waiting { try await part.trySend(.count) },
          waiting { try await store.whenIdle() },
        ]
        await Self.checkClosed(late, closed, text)
        let refused = await store.send(.part(.count))
        XCTAssertFalse(refused.wasReduced)
        let refusal = await Self.error(of: { try await refused.result() })
        XCTAssertEqual(refusal as? StoreError, closed)
        let request = await Self.error(of: { try await store.trySend(.part(.count), maxWaiting: 9) })
        XCTAssertEqual(request as? StoreError, closed)
        let inbox = await Self.error(of: { try store.enqueue(.part(.count)) })
        XCTAssertEqual(inbox as? StoreError, closed)
        XCTAssertTrue("\(inbox.map { "\($0)" } ?? "")".contains(text))
        for call in [
          { _ = try await store.ask { .keep($0) } as Int }, { _ = try await store.commit(.part(.count)) },
        ] as [@Sendable () async throws -> Void] {
          let error = await Self.error(of: call) as? CommitError
          XCTAssertEqual(error?.code, code)
          XCTAssertEqual(error?.outcome, .notReduced)
        }
        await store.shutdown(within: .zero, clock: clock)
        let reason = await store.closedReason
        XCTAssertEqual(reason, closed)
      }
      // The store that closed itself, and the action that was sent to it afterwards.
      XCTAssertEqual(issues.messages.count, 2, "\(issues.messages)")
    }
  }

  private static func checkClosed(
    _ waits: [Task<(any Error)?, Never>],
    _ closed: StoreError,
    _ text: String
  ) async {
    for (index, wait) in waits.enumerated() {
      let error = await wait.value
      XCTAssertEqual(error as? StoreError, closed, "\(index): \(String(describing: error))")
      let description = error.map { "\($0)" } ?? ""
      XCTAssertTrue(description.contains(text), "\(index): \(description)")
      XCTAssertTrue(description.contains("the key \"whole\""), "\(index): \(description)")
    }
  }

  private static func error(of call: () async throws -> Void) async -> (any Error)? {
    do {
      try await call()
      return nil
    } catch {
      return error
    }
  }

  // S788
  func testADirectoryOpensTheStoreOfASupersededKeyAgain() async throws {
    try await underSeeds(40) { scheduler, clock in
      let storage = MemoryStorage()
      var configuration = StoreDirectoryConfiguration()
      configuration.clock = clock
      configuration.executor = scheduler
      configuration.taskExecutor = scheduler
      let directory = StoreDirectory(configuration: configuration) { (key: String) in
        try await Journal.open(storage, StorageKey(key), on: scheduler)
      }
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        try await directory.commit(.add(1), to: "a")
        let other = try await Journal.open(storage, "a", on: scheduler)
        // It finds out here. The other calls come before or after, depending on the schedule.
        let calls = (0..<4).map { number in
          Task(executorPreference: scheduler) { () -> (any Error)? in
            await Self.error(of: { try await directory.commit(.add(10 + number), to: "a") })
          }
        }
        for call in calls {
          guard let error = await call.value else { continue }
          // An action that the old store has reduced is lost, and its caller knows.
          XCTAssertEqual((error as? CommitError)?.code, .superseded)
          XCTAssertEqual((error as? CommitError)?.outcome, .notSaved)
        }
        try await directory.commit(.add(2), to: "a")
        let read = try await storage.read("a", codec: StateCodec(Journal.State.self, format: JSONFormat()))
        XCTAssertEqual(read?.entries.last, 2)
        _ = other
        await directory.shutdown(within: .zero, clock: clock)
      }
      XCTAssertEqual(issues.messages.count, 1, "\(issues.messages)")
    }
  }
}
