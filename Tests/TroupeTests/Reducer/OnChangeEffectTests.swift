import Troupe
import TroupeTesting
import XCTest

/// `onChange` with a closure that returns an effect.
final class OnChangeEffectTests: TroupeTestCase {
  private struct Search: Reducer {
    struct State: Equatable {
      var query = ""
      var limit = 1
      var log: [String] = []
    }
    enum Action: Equatable {
      case typed(String), widened, searched(String), started
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .typed(let query):
          state.query = query
          return .send(.started)
        case .widened: state.limit += 1
        case .searched(let text): state.log.append(text)
        case .started: break
        }
        return .none
      }
      .onChange(of: \.query) { state, old, new in
        state.log.append("\(old) → \(new)")
        state.query = new.uppercased()
        return .send(.searched(new))
      }
      .onChange(of: \.limit, removeDuplicates: { $0 / 2 == $1 / 2 }) { state, old, new in
        .send(.searched("\(old)…\(new)"))
      }
    }
  }

  // S084, S088
  func testTheClosureRunsOnceAndItsEffectComesAfterThatOfTheBase() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.typed("a")) {
      $0.query = "A"
      $0.log = [" → a"]
    }
    await store.receive(.started)
    await store.receive(.searched("a")) { $0.log.append("a") }
    await store.send(.typed("A"))
    await store.receive(.started)
  }

  // S085
  func testAComparisonOfOnesOwn() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(.widened) { $0.limit = 2 }
    await store.receive(.searched("1…2")) { $0.log = ["1…2"] }
    await store.send(.widened) { $0.limit = 3 }
  }

  func testItRunsOutsideOfAStoreToo() {
    var state = Search.State()
    _ = Search().reduce(into: &state, action: .typed("b"))
    XCTAssertEqual(state.log, [" → b"])
  }
}
