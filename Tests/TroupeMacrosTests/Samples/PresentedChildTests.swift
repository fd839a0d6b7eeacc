import Troupe
import TroupeTesting
import XCTest

@Reducer
struct Child {
  struct State: Equatable {
    var count = 0
  }
  enum Action {
    case incremented
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.count += 1
      return .none
    }
  }
}

// As printed, but for `@ObservableState`, which doesn't exist yet, and for what `// ...` leaves out.
@Reducer
struct Parent {
  struct State {
    @Presents var child: Child.State?
    var log: [Int] = []
  }
  enum Action {
    case child(PresentationAction<Child.Action>)
    case opened
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      // Core logic for parent feature
      switch action {
      case .opened: state.child = Child.State()
      case .child: state.log.append(state.child?.count ?? -1)
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) {
      Child()
    }
  }
}

/// A parent that presents a child, as it is written in the documentation of `ifLet`.
final class PresentedChildTests: XCTestCase {
  func testTheChildRunsBeforeTheParentAndIsThereWhenItIsDismissed() async {
    let store = Store(initialState: Parent.State()) { Parent() }
    await store.send(.opened)
    await store.send(.child(.presented(.incremented)))
    await store.send(.child(.dismiss))
    let log = await store.log
    XCTAssertEqual(log, [1, 1])
    let isThere = await store.withState { (copy $0).child != nil }
    XCTAssertFalse(isThere)
  }
}
