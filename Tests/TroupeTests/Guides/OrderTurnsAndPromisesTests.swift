import Troupe
import TroupeTesting
import XCTest

/// The samples of `OrderTurnsAndPromises.md`.
final class OrderTurnsAndPromisesTests: GuideTestCase {
  @Reducer
  struct Log {
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

  enum Tenant {
    @TaskLocal static var current = "nobody"
  }

  // OrderTurnsAndPromises, and the doc comment of ActionContext
  func testAContextIsCarried() async throws {
    try await underSeeds { scheduler, _ in
      var configuration: StoreConfiguration<Log.Action> = scheduler.configuration()
      configuration.actionContext = {
        let tenant = Tenant.current
        return ActionContext { work in Tenant.$current.withValue(tenant) { work() } }
      }
      let seen = Collector<String>()
      let store = Store(initialState: Log.State(), configuration: configuration) {
        Log()
        Reduce { _, _ in .run { _ in seen.append(Tenant.current) } }
      }
      try Tenant.$current.withValue("a") { try store.enqueue(.added("a")) }
      await scheduler.settle()
      XCTAssertEqual(seen.all, ["a"])

      await store.shutdown(within: nil)
      do {
        try await store.trySend(.added("e"))
      } catch {
        print("Not added: \(error)")
      }
      let items = await store.items
      XCTAssertEqual(items, ["a"])
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
      do throws(StoreError) {
        try store.enqueue(.added("c"))
      } catch {
        if error.code == .inboxFull { await store.send(.added("c")) }
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

  struct Session: Reducer {
    struct State: Sendable { var log: String? = "" }
    @CasePathable
    enum Action { case log(String), ended }

    let work: @Sendable () async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .log: return .run(name: "session's") { _ in try await work() }.cancellable(id: "work")
        case .ended:
          state.log = nil
          return .none
        }
      }
      .ifLet(\.log, action: \.log) {
        Reduce<String, String> { _, action in
          if action == "cancel" { return .cancel(id: "work") }
          return .run(name: "log's") { _ in try await work() }.cancellable(id: "work")
        }
      }
    }
  }

  func testScopingAgainGivesTheSameStore() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: Session.State(), configuration: scheduler.configuration()) {
        Session(work: {})
      }
      let log = await store.scope(state: \.log, action: \.log)
      let again = await store.scope(state: \.log, action: \.log)
      assert(log === again)
      XCTAssertNotNil(log)
    }
  }

  // A scoped store ends no effects; the child's end with its state.
  func testEffectsOfAChildEndWithItsStateAndNotThoseFurtherOut() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: Session.State(), configuration: scheduler.configuration()) {
        Session(work: { try await clock.sleep(for: .seconds(1)) })
      }
      func running() async -> [String?] {
        await store.runningEffects.map(\.name).sorted { $0 ?? "" < $1 ?? "" }
      }
      var log = await store.scope(state: \.log, action: \.log)
      await log?.send("a")
      let both = await running()
      XCTAssertEqual(both, ["log's", "session's"])

      log = nil
      let afterRelease = await running()
      XCTAssertEqual(afterRelease, ["log's", "session's"])

      await store.send(.ended)
      await scheduler.settle()
      let afterEnd = await running()
      XCTAssertEqual(afterEnd, ["session's"])
      await store.shutdown(within: .zero)
    }
  }

  // An id counts in the child's own scope, whichever store is sent the action.
  func testAChildDoesNotCancelItsParentsWork() async throws {
    try await underSeeds { scheduler, clock in
      let store = Store(initialState: Session.State(), configuration: scheduler.configuration()) {
        Session(work: { try await clock.sleep(for: .seconds(1)) })
      }
      await store.send(.log("a"))
      await store.send(.log("cancel"))
      await scheduler.settle()
      let running = await store.runningEffects.map(\.name)
      XCTAssertEqual(running, ["session's", "session's"])
      await store.shutdown(within: .zero)
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
      XCTAssertEqual(
        notes.all,
        ["a", "b", "c"].map { "OrderTurnsAndPromisesTests.Log.Action.added(\"\($0)\")" }
      )
    }
  }
}
