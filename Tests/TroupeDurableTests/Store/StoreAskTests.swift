import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Requests to stores whose turns are saved.
final class StoreAskTests: TroupeTestCase {
  private struct Register: Reducer {
    struct State: Codable, Sendable {
      var numbers: [Int] = []
      var kept: [Reply<Int>] = []
    }

    enum Action: Sendable {
      case add(Int, Reply<Int>)
      case keep(Reply<Int>)
      case answerAll
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .add(let number, let reply):
          state.numbers.append(number)
          reply.answer(state.numbers.reduce(0, +))
        case .keep(let reply):
          state.kept.append(reply)
        case .answerAll:
          for reply in state.kept { reply.answer(0) }
          state.kept = []
        }
        return .none
      }
    }

    static func open(_ storage: any Storage, on scheduler: Scheduler, _ clock: TestClock) async throws
      -> Store<State, Action>
    {
      try await Store(
        initialState: State(),
        storage: storage,
        key: "register",
        codec: StateCodec(format: JSONFormat()),
        retry: .constant(.milliseconds(1), attempts: 3),
        clock: ImmediateClock(),
        configuration: scheduler.configuration(for: Action.self)
      ) {
        Register()
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
  }

  private static func gatedStorage() -> (MemoryStorage, Gate) {
    let gate = Gate(isOpen: true)
    return (MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }, gate)
  }

  // S699
  func testAnAnswerWaitsForItsSave() async throws {
    try await underSeeds { scheduler, clock in
      let (storage, gate) = Self.gatedStorage()
      let store = try await Register.open(storage, on: scheduler, clock)
      gate.close()
      let asked = Task(executorPreference: scheduler) { try await store.ask { .add(1, $0) } }
      let isOver = Collector<Bool>()
      let watch = Task(executorPreference: scheduler) {
        _ = await asked.result
        isOver.append(true)
      }
      await scheduler.settle()
      XCTAssertEqual(isOver.count, 0)
      gate.open()
      let value = try await asked.value
      XCTAssertEqual(value, 1)
      await watch.value
      await store.shutdown(within: .zero)
    }
  }

  // S696, S699
  func testADeadlineEndsTheWaitForASave() async throws {
    try await underSeeds { scheduler, clock in
      let (storage, gate) = Self.gatedStorage()
      let store = try await Register.open(storage, on: scheduler, clock)
      gate.close()
      let asked = Task(executorPreference: scheduler) {
        try await store.ask(within: .seconds(1)) { .add(1, $0) }
      }
      let cancelled = Task(executorPreference: scheduler) { try await store.ask { .add(2, $0) } }
      await scheduler.settle()
      cancelled.cancel()
      await clock.advance(by: .seconds(1))
      do {
        _ = try await asked.value
        XCTFail("It was answered.")
      } catch let error as StoreError {
        XCTAssertEqual(error.code, .deadlineExceeded)
        XCTAssertTrue(error.wasReduced)
      }
      do {
        _ = try await cancelled.value
        XCTFail("It was answered.")
      } catch {
        XCTAssertTrue(error is CancellationError)
      }
      gate.open()
      // The actions were reduced, and are saved.
      let sum = try await store.ask { .add(4, $0) }
      XCTAssertEqual(sum, 7)
      await store.shutdown(within: .zero)
    }
  }

  // S699
  func testAnAnswerThatCanNotBeSavedIsAnError() async throws {
    try await underSeeds { scheduler, clock in
      let storage = MemoryStorage()
      let store = try await Register.open(storage, on: scheduler, clock)
      let kept = Task(executorPreference: scheduler) { try await store.ask { .keep($0) } }
      await scheduler.settle()
      storage.isUnavailable = true
      try await Self.expectingIssue {
        for task in [kept, Task(executorPreference: scheduler) { try await store.ask { .add(1, $0) } }] {
          do {
            _ = try await task.value
            XCTFail("It was answered.")
          } catch let error as CommitError {
            XCTAssertEqual(error.code, .unavailable)
            XCTAssertTrue(error.wasReduced)
          }
        }
      }
      do {
        _ = try await store.ask { .add(1, $0) }
        XCTFail("It was answered.")
      } catch let error as CommitError {
        XCTAssertEqual(error.code, .unavailable)
        XCTAssertFalse(error.wasReduced)
      }
    }
  }

  // S592, S699
  func testWhoWaitsForASaveGoesOnWhenAShutdownGivesItUp() async throws {
    try await underSeeds { scheduler, clock in
      let (storage, gate) = Self.gatedStorage()
      let store = try await Register.open(storage, on: scheduler, clock)
      gate.close()
      let asked = Task(executorPreference: scheduler) { try await store.ask { .add(1, $0) } }
      let committed = Task(executorPreference: scheduler) { try await store.commit(.answerAll) }
      let result = Task(executorPreference: scheduler) { try await store.send(.answerAll).result() }
      let state = Task(executorPreference: scheduler) { try await store.wait { $0.numbers.first } }
      let states = Task(executorPreference: scheduler) { for await _ in store.states() {} }
      await scheduler.settle()
      async let report = store.shutdown(within: .seconds(1), cancellationGrace: .seconds(1), clock: clock)
      await clock.advance(by: .seconds(3))
      let unsaved = await report.unsavedTurnCount
      XCTAssertGreaterThan(unsaved, 0)
      switch await asked.result {
      case .success: XCTFail("It was answered.")
      case .failure(let error):
        XCTAssertEqual((error as? StoreError)?.code, .shutDown)
        XCTAssertEqual((error as? StoreError)?.wasReduced, true)
      }
      let error = await commitError { try await committed.value }
      XCTAssertEqual(error?.code, .closed)
      XCTAssertEqual(error?.wasReduced, true)
      for outcome in await [result.result, state.result.map { _ in }] {
        switch outcome {
        case .success: XCTFail("It was saved.")
        case .failure(let error): XCTAssertEqual(error as? StoreError, .shutDown)
        }
      }
      await states.value
      // The remaining turns are still saved.
      gate.open()
      await scheduler.settle()
      let again = try await Register.open(storage, on: scheduler, clock)
      let numbers = await again.numbers
      XCTAssertEqual(numbers, [1])
      await again.shutdown(within: .zero)
    }
  }

  // S698
  func testAReplyInASavedStateAnswersNobodyAfterARestart() async throws {
    try await underSeeds(3) { scheduler, clock in
      let storage = MemoryStorage()
      let store = try await Register.open(storage, on: scheduler, clock)
      let kept = Task(executorPreference: scheduler) { try await store.ask { .keep($0) } }
      await scheduler.settle()
      await store.shutdown(within: .zero)
      do {
        _ = try await kept.value
        XCTFail("It was answered.")
      } catch let error as StoreError {
        XCTAssertEqual(error.code, .shutDown)
      }
      let again = try await Register.open(storage, on: scheduler, clock)
      let count = await again.kept.count
      XCTAssertEqual(count, 1)
      try await again.commit(.answerAll)
      try await again.commit(.answerAll)
      await again.shutdown(within: .zero)
    }
  }

  // S680
  func testACommitIsRefusedIfTooManyWait() async throws {
    try await underSeeds { scheduler, clock in
      let (storage, gate) = Self.gatedStorage()
      let store = try await Register.open(storage, on: scheduler, clock)
      gate.close()
      let waiting = (0..<2).map { _ in
        Task(executorPreference: scheduler) { try await store.commit(.answerAll, maxWaiting: 2) }
      }
      await scheduler.settle()
      do throws(CommitError) {
        try await store.commit(.answerAll, maxWaiting: 2)
        XCTFail("It was committed.")
      } catch {
        XCTAssertEqual(error.code, .tooManyWaiting)
        XCTAssertFalse(error.wasReduced)
      }
      gate.open()
      for task in waiting { _ = try await task.value }
      try await store.commit(.answerAll, maxWaiting: 1)
      await store.shutdown(within: .zero)
    }
  }

  private static func expectingIssue(_ body: () async throws -> Void) async throws {
    let issues = IssueCollector()
    try await withIssueReporters([issues]) { try await body() }
    XCTAssertEqual(issues.messages.count, 1, "\(issues.messages)")
  }
}
