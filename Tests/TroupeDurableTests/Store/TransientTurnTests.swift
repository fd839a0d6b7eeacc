import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Turns that reduce several actions, some of which are transient.
final class TransientTurnTests: TroupeTestCase {
  private enum Step: Codable, Sendable, Hashable {
    case kept
    case transient
  }

  /// Records the steps that it is sent, each of which sends the next one in the same turn.
  private struct Steps: Reducer {
    struct State: Codable, Equatable, Sendable { var done: [Step] = [] }

    var body: some Reducer<State, ArraySlice<Step>> {
      Reduce { state, steps in
        guard let step = steps.first else { return .none }
        state.done.append(step)
        return steps.count > 1 ? .send(steps.dropFirst()) : .none
      }
    }
  }

  /// All turns of up to four steps.
  private static var turns: [[Step]] {
    var turns: [[Step]] = []
    var last: [[Step]] = [[]]
    for _ in 0..<4 {
      last = last.flatMap { [$0 + [.kept], $0 + [.transient]] }
      turns += last
    }
    return turns
  }

  // S584
  func testATurnIsSavedIfAnyOfItsActionsIsNotTransient() async throws {
    for turn in Self.turns {
      try await underSeeds(1) { scheduler, _ in
        let storage = MemoryStorage()
        let store = try await Store(
          initialState: Steps.State(),
          storage: storage,
          key: "steps",
          codec: StateCodec(format: JSONFormat()),
          isTransient: { $0.first == .transient },
          clock: ImmediateClock(),
          configuration: scheduler.configuration(for: ArraySlice<Step>.self)
        ) {
          Steps()
        }
        await store.send(turn[...])
        await scheduler.settle()
        let value = try await storage.load("steps")
        let saved = try value.map { try StateCodec(Steps.State.self, format: JSONFormat()).decode($0.bytes) }
        XCTAssertEqual(saved?.done, turn.contains(.kept) ? turn : [], "\(turn)")
        await store.shutdown(within: .zero)
      }
    }
  }
}
