import TroupeComposable
import TroupeTesting
import XCTest

@Reducer
struct SharedCounter {
  @ObservableState
  struct State: Equatable {
    @Shared var count: Int
    @SharedReader(.isLoud) var isLoud
  }

  enum Action {
    case incrementButtonTapped
    case incrementLater
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.$count.withLock { $0 += state.isLoud ? 10 : 1 }
        return .none
      case .incrementLater:
        return .run { [count = state.$count] _ in count.withLock { $0 += 1 } }
      }
    }
  }
}

extension SharedReaderKey where Self == InMemoryKey<Bool>.Default {
  static var isLoud: Self { Self[.inMemory("isLoud"), default: false] }
}

/// Features that use `@Shared` as in the Composable Architecture.
final class SharedStateTests: XCTestCase {
  // S875, S876
  func testAFeatureAndItsTestMoveIn() async {
    @Shared(.inMemory("isLoud")) var isLoud = false
    let store = TestStore(initialState: SharedCounter.State(count: Shared(value: 0))) { SharedCounter() }
    await store.send(.incrementButtonTapped) { $0.$count.withLock { $0 = 1 } }
    $isLoud.withLock { $0 = true }
    await store.send(.incrementButtonTapped) { $0.$count.withLock { $0 = 11 } }
    await store.send(.incrementLater)
    store.assert { $0.$count.withLock { $0 = 12 } }
  }
}
