import TroupeComposable
import TroupeTesting
import XCTest

@MainActor
final class ViewStoreWaitingTests: XCTestCase {
  nonisolated override func invokeTest() {
    withMainSerialExecutor { super.invokeTest() }
  }

  nonisolated override func setUpWithError() throws {
    try XCTSkipUnless(Scheduler.capturesAllTasks, "The tasks of the process aren't captured.")
  }

  @Reducer
  struct Feed {
    @ObservableState
    struct State: Equatable, Sendable {
      var isLoading = false
      var count = 0
    }

    enum Action {
      case loaded
      case refreshPulled
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .loaded:
          state.isLoading = false
          state.count += 1
          return .none
        case .refreshPulled:
          state.isLoading = true
          return .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.loaded)
          }
        }
      }
    }
  }

  // S829
  func testSendingWaitsAsLongAsThePredicateIsTrue() async {
    let store = ViewStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
    }
    await store.send(.refreshPulled, while: \.isLoading)
    XCTAssertEqual(store.state, Feed.State(count: 1))
    await store.yield(while: \.isLoading)
    XCTAssertEqual(store.state, Feed.State(count: 1))
  }

  // S829
  func testCancellingTheCallerCancelsTheEffects() async {
    let clock = TestClock()
    let store = ViewStore(initialState: Feed.State()) {
      Feed()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = Task { await store.send(.refreshPulled, while: \.isLoading) }
    await Task.megaYield()
    XCTAssertEqual(clock.sleeperCount, 1)
    task.cancel()
    await task.value
    await Task.megaYield()
    XCTAssertEqual(clock.sleeperCount, 0)
    XCTAssertEqual(store.state, Feed.State(isLoading: true))
  }

  // S829
  func testShuttingTheStoreDownEndsTheWait() async {
    let store = Store(initialState: Feed.State(isLoading: true), configuration: .mainActor) { Feed() }
    let viewStore = ViewStore(store)
    let hasResumed = LockIsolated(false)
    let task = Task {
      await viewStore.yield(while: \.isLoading)
      hasResumed.setValue(true)
    }
    await Task.megaYield()
    XCTAssertFalse(hasResumed.value)
    await store.shutdown(within: .zero)
    await task.value
    XCTAssertTrue(viewStore.isLoading)
  }
}
