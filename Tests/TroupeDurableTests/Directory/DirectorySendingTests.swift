import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

@testable import TroupeDurable

/// What a directory's `send` and `commit` take and return.
final class DirectorySendingTests: TroupeTestCase {
  private struct Register: Reducer {
    struct State: Codable, Sendable {
      var numbers: [Int] = []
      var kept: [Reply<Int>] = []
    }

    enum Action: Sendable {
      case add(Int)
      case keep(Reply<Int>)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .add(let number): state.numbers.append(number)
        case .keep(let reply): state.kept.append(reply)
        }
        return .none
      }
    }
  }

  private static func register(_ scheduler: Scheduler, _ clock: TestClock) -> StoreDirectory<
    String, Register.State, Register.Action
  > {
    var configuration = StoreDirectoryConfiguration()
    configuration.clock = clock
    configuration.executor = scheduler
    configuration.taskExecutor = scheduler
    let storage = MemoryStorage()
    return StoreDirectory(configuration: configuration) { _ in
      try await Store(
        initialState: Register.State(),
        storage: storage,
        key: "register",
        codec: StateCodec(format: JSONFormat()),
        clock: clock,
        configuration: scheduler.configuration(for: Register.Action.self)
      ) {
        Register()
      } withDependencies: {
        $0.continuousClock = clock
      }
    }
  }

  // S850
  func testTheyReturnWhatIsReadInTheTurnOfTheAction() async throws {
    try await underSeeds { scheduler, clock in
      let directory = Self.register(scheduler, clock)
      let sent = try await directory.send(.add(1), to: "a", returning: { $0.numbers.count })
      let saved = try await directory.commit(.add(2), to: "a", returning: { $0.numbers })
      XCTAssertEqual(sent.value, 1)
      XCTAssertEqual(saved.value, [1, 2])
      XCTAssertTrue(sent.task.wasReduced && saved.task.wasReduced)
      await directory.shutdown(within: .zero, clock: clock)
    }
  }

  // S850
  func testTheyRefuseAnActionIfTooManyTasksWaitForTheStore() async throws {
    try await underSeeds { scheduler, clock in
      let directory = Self.register(scheduler, clock)
      try await directory.commit(.add(1), to: "a", maxWaiting: 1)
      let waiting = Task(executorPreference: scheduler) {
        try await directory.withStore(for: "a") { store in try await store.ask { .keep($0) } as Int }
      }
      await scheduler.settle()
      do {
        try await directory.send(.add(2), to: "a", maxWaiting: 1)
        XCTFail("The action was reduced.")
      } catch let error as StoreError {
        XCTAssertEqual(error, StoreError(.tooManyWaiting))
      }
      do {
        try await directory.commit(.add(3), to: "a", maxWaiting: 1)
        XCTFail("The action was reduced.")
      } catch let error as CommitError {
        XCTAssertEqual(error.code, .tooManyWaiting)
      }
      try await directory.send(.add(4), to: "a", maxWaiting: 2)
      let numbers = try await directory.withStore(for: "a") { await $0.numbers }
      XCTAssertEqual(numbers, [1, 4])
      waiting.cancel()
      _ = await waiting.result
      await directory.shutdown(within: .zero, clock: clock)
    }
  }
}
