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

// As printed, except for what `// ...` leaves out and `Core logic` stands for.
@Reducer
struct Parent {
  @ObservableState
  struct State {
    @Presents var child: Child.State?
    // ...
    var log: [Int] = []
  }
  enum Action {
    case child(PresentationAction<Child.Action>)
    // ...
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

/// The view of the sample without a user interface: its contents, each time they have changed.
struct ParentView {
  let store: StoreOf<Parent>

  func show(on screen: @escaping @Sendable (String) -> Void) async {
    await store.observe { state in
      screen(state.child.map { "child \($0.count)" } ?? "nothing")
    }
  }
}

/// A parent that presents a child, as written in the documentation of `ifLet`.
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

  func testTheViewShowsTheChild() async throws {
    let scheduler = Scheduler(seed: 0)
    try await scheduler.run {
      let (shown, screen) = AsyncStream<String>.makeStream()
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) { Parent() }
      let view = Task(executorPreference: scheduler) {
        await ParentView(store: store).show { screen.yield($0) }
        screen.finish()
      }
      await scheduler.settle()
      for action in [.opened, .child(.presented(.incremented)), .child(.dismiss)] as [Parent.Action] {
        await store.send(action)
        await scheduler.settle()
      }
      view.cancel()
      var texts: [String] = []
      for await text in shown { texts.append(text) }
      XCTAssertEqual(texts, ["nothing", "child 0", "child 1", "nothing"])
    }
  }
}
