import Troupe
import TroupeTesting
import XCTest

/// The samples of `TheMainActor.md`.
@MainActor
final class TheMainActorTests: XCTestCase {
  @Reducer
  struct Counter {
    struct State { var count = 0 }
    enum Action { case incremented, incrementedLater }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incremented:
          state.count += 1
          return .none
        case .incrementedLater:
          return .run { send in await send(.incremented) }
        }
      }
    }
  }

  @MainActor
  final class Screen {
    private(set) var text = ""
    private let store: StoreOf<Counter>

    init(store: StoreOf<Counter>) {
      self.store = store
    }

    func incrementTapped() {
      do {
        try store.enqueue(.incremented)
      } catch {
        text = "\(error)"
      }
    }

    func show() async {
      for await count in store.states(\.count) {
        text = "Count: \(count)"
      }
    }
  }

  @MainActor
  private final class Label {
    private var waiters: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
    var text = "" {
      didSet {
        for waiter in waiters where waiter.text == text { waiter.continuation.resume() }
        waiters.removeAll { $0.text == text }
      }
    }

    func shows(_ wanted: String) async {
      if text == wanted { return }
      await withCheckedContinuation { waiters.append((wanted, $0)) }
    }
  }

  private func makeStore() -> StoreOf<Counter> {
    let store = Store(initialState: Counter.State(), configuration: .mainActor) { Counter() }
    return store
  }

  func testAScreenShowsAStoreOfAnotherExecutor() async throws {
    let store = Store(initialState: Counter.State()) { Counter() }
    let screen = Screen(store: store)
    screen.incrementTapped()
    screen.incrementTapped()
    try await store.wait(until: { $0.count == 2 })
    await store.shutdown(within: .zero)
    // The last state is still delivered.
    await screen.show()
    XCTAssertEqual(screen.text, "Count: 2")
    screen.incrementTapped()
    XCTAssertEqual(screen.text, "\(StoreError.shutDown)")
  }

  func testAStoreOnTheMainActorIsReadAtOnce() {
    let store = makeStore()
    let count = store.assumeIsolated { store in
      store.send(.incremented)
      return store.count
    }
    XCTAssertEqual(count, 1)
  }

  func testEffectsOfAStoreOnTheMainActorSendToIt() async {
    let store = makeStore()
    await store.send(.incremented)

    await store.send(.incrementedLater).finish()
    let later = await store.count
    XCTAssertEqual(later, 2)
  }

  func testAnObserverOfAStoreOnTheMainActorIsOnTheMainActor() async {
    let store = makeStore()
    let label = Label()
    let observer = Task {
      await store.observe { state in
        let count = state.count
        MainActor.assumeIsolated { label.text = "Count: \(count)" }
      }
    }
    await label.shows("Count: 0")
    await store.send(.incremented)
    await label.shows("Count: 1")
    observer.cancel()
    await observer.value
  }

  func testReducersOfAStoreOnTheMainActorRunThere() async {
    let store = Store(initialState: 0, configuration: .mainActor) {
      Reduce<Int, Int> { state, action in
        MainActor.preconditionIsolated()
        state += action
        return action > 0 ? .run { send in await send(-action) } : .none
      }
    }
    await Task.detached { await store.send(3).finish() }.value
    let state = await store.state
    XCTAssertEqual(state, 0)
  }
}
