import Troupe
import TroupeTesting
import XCTest

/// The samples of `OrderTurnsAndPromises.md`.
final class OrderTurnsAndPromisesTests: TroupeTestCase {
  struct Log: Reducer {
    struct State { var items: [String] = [] }
    enum Action { case added(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .added(let item):
        state.items.append(item)
        return .none
      }
    }
  }

  func testActionsAreReducedInTheOrderSent() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Log.State(), configuration: scheduler.configuration()) { Log() }
      try store.enqueue(.added("a"))
      try store.enqueue(.added("b"))
      await store.send(.added("c"))
      print(await store.items)  // ["a", "b", "c"]
      let items = await store.items
      XCTAssertEqual(items, ["a", "b", "c"])

      func addTwice(_ item: String, to store: isolated StoreOf<Log>) -> Int {
        store.send(.added(item))
        store.send(.added(item))
        return store.items.count
      }
      let count = await addTwice("d", to: store)
      XCTAssertEqual(count, 5)
    }
  }

  func testAFullInboxRejects() async throws {
    try await underSeeds { scheduler, _ in
      var configuration = StoreConfiguration<Log.Action>()
      configuration.inbox = InboxConfiguration(capacity: 2, overflow: .reject)
      configuration.executor = scheduler
      configuration.effectExecutor = scheduler
      let store = Store(initialState: Log.State(), configuration: configuration) { Log() }
      try store.enqueue(.added("a"))
      try store.enqueue(.added("b"))
      do throws(InboxError) {
        try store.enqueue(.added("c"))
      } catch {
        if error.code == .full { await store.send(.added("c")) }
      }
      let items = await store.items
      XCTAssertEqual(items, ["a", "b", "c"])
    }
  }

  func testAStoreRunsOnTheExecutorThatItIsGiven() async throws {
    let executor = Scheduler()
    var configuration = StoreConfiguration<Log.Action>()
    configuration.executor = executor
    let store = Store(initialState: Log.State(), configuration: configuration) { Log() }
    try await executor.run {
      await store.send(.added("a"))
      await store.withState { _ in executor.preconditionIsolated() }
    }
  }

  func testObservingAStore() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Log.State(), configuration: scheduler.configuration()) { Log() }
      let rendered = Collector<[String]>()
      let notes = Collector<String>()
      let render: @Sendable ([String]) -> Void = { rendered.append($0) }
      let note: @Sendable (String) -> Void = { notes.append($0) }
      let consumers = [
        Task(executorPreference: scheduler) {
          for await items in store.states(\.items) {
            render(items)
          }
        },
        Task(executorPreference: scheduler) {
          for await event in store.events() {
            if case .actionReduced(let action) = event.kind { note("\(action)") }
          }
        },
      ]
      let waiter = Task(executorPreference: scheduler) {
        try await store.wait(until: { $0.items.count >= 3 })
        let third = try await store.wait(until: { $0.items.count >= 3 ? $0.items[2] : nil })
        XCTAssertEqual(third, "c")
      }
      await scheduler.settle()
      for item in ["a", "b", "c"] { await store.send(.added(item)) }
      try await waiter.value
      await scheduler.settle()
      await store.shutdown(within: .zero)
      for consumer in consumers { await consumer.value }
      XCTAssertEqual(rendered.all.last, ["a", "b", "c"])
      XCTAssertEqual(notes.all, ["added(\"a\")", "added(\"b\")", "added(\"c\")"])
    }
  }
}
