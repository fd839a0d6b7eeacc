import Troupe
import TroupeTesting
import TroupeUI
import XCTest

@MainActor
final class ViewStoreIfLetTests: XCTestCase {
  private struct Counts: Reducer {
    struct State: Equatable { var count: Int? }

    var body: some Reducer<State, Int?> {
      Reduce { state, action in
        state.count = action
        return .none
      }
    }
  }

  // S938
  func testTheClosuresAreCalledAtOnceAndAtTheEndOfTurns() async {
    let viewStore = ViewStore(initialState: Counts.State()) { Counts() }
    var calls: [Int?] = []
    let counts: ViewStore<Int?, Int?> = viewStore.scope(state: \.count, action: \.self)
    let following = counts.ifLet {
      calls.append($0.state)
    } else: {
      calls.append(nil)
    }
    XCTAssertEqual(calls, [nil])
    viewStore.send(1)
    XCTAssertEqual(calls, [nil, 1])
    // The state is the same one, with another value.
    viewStore.send(2)
    XCTAssertEqual(calls, [nil, 1])
    viewStore.send(nil)
    XCTAssertEqual(calls, [nil, 1, nil])
    viewStore.send(3)
    XCTAssertEqual(calls, [nil, 1, nil, 3])
    following.cancel()
    viewStore.send(nil)
    XCTAssertEqual(calls, [nil, 1, nil, 3])
    await following.value
    viewStore.send(4)
    XCTAssertEqual(calls, [nil, 1, nil, 3])
  }

  // S938
  func testAClosureMaySendActions() async {
    let viewStore = ViewStore(initialState: Counts.State(count: 1)) { Counts() }
    var calls: [Int?] = []
    let counts: ViewStore<Int?, Int?> = viewStore.scope(state: \.count, action: \.self)
    let following = counts.ifLet {
      calls.append($0.state)
      if $0.state == 2 { $0.send(nil) }
    } else: {
      calls.append(nil)
    }
    viewStore.send(nil)
    viewStore.send(2)
    // Reading the state first reduces the action that the closure has sent.
    XCTAssertNil(viewStore.state.count)
    XCTAssertEqual(calls, [1, nil, 2, nil])
    following.cancel()
    await following.value
  }

  // S938
  func testTheTaskEndsWithTheStore() async {
    var viewStore: ViewStore? = ViewStore(initialState: Counts.State(count: 1)) { Counts() }
    weak let released = viewStore
    let counts: ViewStore<Int?, Int?>? = viewStore?.scope(state: \.count, action: \.self)
    let following = counts?.ifLet(then: { _ in })
    await viewStore?.store.shutdown(within: .seconds(1))
    await following?.value
    viewStore = nil
    XCTAssertNil(released)
  }
}
