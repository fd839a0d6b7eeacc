import Troupe
import TroupeTesting
import TroupeUI
import XCTest

/// The samples of `UserInterfaces.md`, and of doc comments of TroupeUI.
@MainActor
final class UserInterfacesTests: XCTestCase {
  struct Counter: Reducer {
    struct State { var count = 0 }
    enum Action { case incremented }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incremented:
          state.count += 1
          return .none
        }
      }
    }
  }

  func testAViewStoreIsReadAtOnce() async {
    let viewStore = ViewStore(initialState: Counter.State()) { Counter() }
    viewStore.send(.incremented)
    print(viewStore.count)
    XCTAssertEqual(viewStore.count, 1)
  }
}
