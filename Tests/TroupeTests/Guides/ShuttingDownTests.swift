import Troupe
import TroupeTesting
import XCTest

/// The samples of `ShuttingDown.md`.
final class ShuttingDownTests: GuideTestCase {
  @Reducer
  struct Outbox {
    struct State { var delivered: [String] = [] }
    enum Action {
      case posted(String)
      case delivered(String)
    }

    let deliver: @Sendable (String) async throws -> Void

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .posted(let message):
        return .run(name: "deliver") { send in
          try await deliver(message)
          await send(.delivered(message))
        }
      case .delivered(let message):
        state.delivered.append(message)
        return .none
      }
    }
  }

  func testShuttingDownLetsEffectsFinish() async throws {
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Outbox.State(), configuration: scheduler.configuration()) {
        Outbox(deliver: { _ in await Task.yield() })
      }
      try store.enqueue(.posted("hello"))
      let report = await store.shutdown(within: .seconds(30))
      if !report.isComplete { print(report) }
      XCTAssertTrue(report.isComplete)
      let delivered = await store.delivered
      XCTAssertEqual(delivered, ["hello"])

      do {
        try store.enqueue(.posted("too late"))
      } catch {
        print("Not posted: \(error)")
      }
      // The doc comment of trySend
      let message = "too late, too"
      do {
        try await store.trySend(.posted(message))
      } catch {
        print("Not posted: \(error)")
      }
      let after = await store.delivered
      XCTAssertEqual(after, ["hello"])
      await withExpectedIssue { _ = await store.send(.posted("too late")) }
    }
  }

  func testTheLivesOfStoresAreLogged() {
    let printed = Collector<String>()
    @Sendable func print(_ event: StoreLifecycleEvent) { printed.append("\(event)") }
    do {
      var configuration = StoreConfiguration<Outbox.Action>()
      configuration.name = "outbox"
      configuration.lifecycleLog = { event in print(event) }
      _ = Store(initialState: Outbox.State(), configuration: configuration) { Outbox(deliver: { _ in }) }
    }
    XCTAssertEqual(
      printed.all.map { $0.prefix { $0 != "#" } },
      ["created: Store<State, Action> \"outbox\" ", "released: Store<State, Action> \"outbox\" "]
    )
  }

  func testAStoreForTheLengthOfAClosure() async throws {
    let transmitted = Collector<String>()
    let transmit: @Sendable (String) async throws -> Void = { transmitted.append($0) }
    let delivered = await withStore(
      initialState: Outbox.State(),
      onReturn: .finish,
      reducer: { Outbox(deliver: { message in try await transmit(message) }) }
    ) { store in
      await store.send(.posted("hello")).finish()
      return await store.delivered
    }
    XCTAssertEqual(delivered, ["hello"])
    XCTAssertEqual(transmitted.all, ["hello"])
  }

  func testWhatHangsIsCancelledAtTheDeadline() async throws {
    let scheduler = Scheduler(seed: 1)
    let clock = TestClock(scheduler: scheduler)
    let store = Store(initialState: Outbox.State(), configuration: scheduler.configuration()) {
      Outbox(deliver: { message in
        try await clock.sleep(for: message == "slow" ? .seconds(3600) : .seconds(1))
      })
    }
    try await scheduler.run {
      await store.send(.posted("quick"))
      await store.send(.posted("slow"))
      async let shutdown = store.shutdown(within: .seconds(30), clock: clock)
      await clock.advance(by: .seconds(30))

      let report = await shutdown
      XCTAssertEqual(report.cancelled.map(\.name), ["deliver"])
      XCTAssertTrue(report.stillRunning.isEmpty)

      let delivered = await store.delivered
      XCTAssertEqual(delivered, ["quick"])
    }
  }

  struct Chat: Reducer {
    struct State { var messages: [String] = [] }
    enum Action {
      case reminded(String, after: Duration)
      case edited(String)
      case joined(Room)
      case posted(String)
    }
    struct Saving: Hashable {}
    struct Room {
      let messages: AsyncStream<String>
      let leave: @Sendable () async throws -> Void
    }

    let clock: TestClock
    let save: @Sendable (String) async throws -> Void

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .reminded(let text, let delay):
        return .run(name: "remind") { send in
          try await clock.sleep(for: delay)
          await send(.posted(text))
        }
        .onShutdown(.cancel)
      case .edited(let draft):
        return .run(name: "save") { _ in try await save(draft) }
          .onShutdown(.finish)
          .debounce(id: Saving(), for: .seconds(1), clock: clock)
          .onShutdown(.cancel)
      case .joined(let room):
        return .concatenate(
          .run(name: "listen") { send in
            for try await message in room.messages { await send(.posted(message)) }
          }
          .onShutdown(.cancel),
          .run(name: "leave") { _ in try await room.leave() }
        )
      case .posted(let message):
        state.messages.append(message)
        return .none
      }
    }
  }

  // S722, S723
  func testWhatEndsAtOnce() async throws {
    try await underSeeds { scheduler, clock in
      let done = Collector<String>()
      let store = Store(initialState: Chat.State(), configuration: scheduler.configuration()) {
        Chat(clock: clock, save: { done.append("saved \($0)") })
      }
      await store.send(.reminded("tea", after: .seconds(3600)))
      await store.send(.edited("Dear"))
      let room = Chat.Room(messages: AsyncStream { _ in }, leave: { done.append("left") })
      await store.send(.joined(room))
      await scheduler.settle()
      let report = await store.shutdown(within: .seconds(30), clock: clock)
      XCTAssertTrue(report.isComplete)
      XCTAssertEqual(report.cancelledAtOnce.map(\.name), ["remind", "debounce", "listen"])
      XCTAssertEqual(Set(done.all), ["saved Dear", "left"])
      let messages = await store.messages
      XCTAssertEqual(messages, [])
    }
  }
}
