import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// The effects of requests whose answers wait for a save.
final class StoreAskEffectTests: TroupeTestCase {
  private struct Counter: Reducer {
    enum Action: Sendable { case add(Int, Reply<Int>) }

    let begun: Collector<Int>

    var body: some Reducer<Int, Action> {
      Reduce { [begun] state, action in
        guard case .add(let number, let reply) = action else { return .none }
        state += number
        reply.answer(state)
        return .run { _ in begun.append(number) }
      }
    }
  }

  // S696, S699
  func testARequestThatIsGivenUpWhileItIsSavedBeginsNoEffect() async throws {
    try await underSeeds { scheduler, clock in
      let (begun, gate) = (Collector<Int>(), Gate(isOpen: true))
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let store = try await Store(
        initialState: 0,
        storage: storage,
        key: "counter",
        codec: StateCodec(format: JSONFormat()),
        retry: .constant(.milliseconds(1), attempts: 3),
        clock: ImmediateClock(),
        configuration: scheduler.configuration(for: Counter.Action.self),
        reducer: { Counter(begun: begun) },
        withDependencies: { $0.continuousClock = clock }
      )
      gate.close()
      let asked = (1...2).map { number in
        Task(executorPreference: scheduler) { try await store.ask { .add(number, $0) } }
      }
      await scheduler.settle()
      asked[0].cancel()
      switch await asked[0].result {
      case .success: XCTFail("It was answered.")
      case .failure(let error): XCTAssertTrue(error is CancellationError, "\(error)")
      }
      gate.open()
      _ = try await asked[1].value
      await scheduler.settle()
      XCTAssertEqual(begun.all, [2])
      // The action isn't undone.
      let sum = await store.state
      XCTAssertEqual(sum, 3)
      await store.shutdown(within: .zero)
    }
  }
}
