import Troupe
import TroupeTesting
import XCTest

// The samples of `StoresBehindRequests.md`.

@Reducer
struct Room {
  struct State { var messages: [String] = [] }
  enum Action { case posted(String), saved(String) }

  let save: @Sendable (String) async throws -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .posted(let text):
        return .run(name: "save") { send in
          try await save(text)
          await send(.saved(text))
        }
      case .saved(let text):
        state.messages.append(text)
        return .none
      }
    }
  }
}

actor Rooms {
  private var stores: [String: StoreOf<Room>] = [:]
  private let makeStore: @Sendable () -> StoreOf<Room>

  init(makeStore: @escaping @Sendable () -> StoreOf<Room>) {
    self.makeStore = makeStore
  }

  func room(_ name: String) -> StoreOf<Room> {
    if let store = stores[name] { return store }
    let store = makeStore()
    stores[name] = store
    return store
  }

  func close(_ name: String) async {
    await stores.removeValue(forKey: name)?.shutdown(within: .seconds(10))
  }

  func closeAll() async {
    let open = stores.values
    stores = [:]
    await withTaskGroup { group in
      for store in open {
        group.addTask { await store.shutdown(within: .seconds(10)) }
      }
    }
  }
}

func post(_ text: String, to room: StoreOf<Room>) async -> [String] {
  await room.send(.posted(text)).finish()
  return await room.messages
}

func postOrThrow(_ text: String, to room: StoreOf<Room>) async throws {
  try await room.send(.posted(text)).result()
}

func accept(_ text: String, for room: StoreOf<Room>) -> Int {
  do {
    try room.enqueue(.posted(text))
    return 202
  } catch {
    return 503
  }
}

func makeFeed(of room: StoreOf<Room>) async -> StoreFeed<String> {
  await room.feed(buffering: 1_024, overflow: .fail) { action, _ -> String? in
    guard case .saved(let text) = action else { return nil }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { "data: \($0)\n" }.joined()
  }
}

func follow(
  _ feed: StoreFeed<String>,
  lastEventID: String?,
  write: (String) async throws -> Void
) async throws {
  var events = feed.events()
  if let lastEventID {
    guard let position = FeedPosition(lastEventID) else { return try await write("event: reload\ndata:\n\n") }
    events = feed.events(after: position)
  }
  do {
    for try await element in events {
      try await write("id: \(element.position)\n\(element.event)\n")
    }
  } catch let error as FeedError where error.code == .missedEvents || error.code == .unknownPosition {
    try await write("event: reload\ndata:\n\n")
  }
}

@Reducer
struct Orders {
  struct State { var stock = 10 }
  enum Action { case ordered(Int, reply: Reply<Bool>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ordered(let count, let reply):
        let isAccepted = count <= state.stock
        if isAccepted { state.stock -= count }
        reply.answer(isAccepted)
        return .none
      }
    }
  }
}

func order(_ count: Int, from orders: StoreOf<Orders>) async throws -> Int {
  do {
    let isAccepted = try await orders.ask(within: .seconds(2), maxWaiting: 1_000) {
      .ordered(count, reply: $0)
    }
    return isAccepted ? 200 : 409
  } catch let error as StoreError {
    return error.wasReduced ? 504 : 503
  }
}

extension Orders.State: Equatable {}

final class StoresBehindRequestsTests: GuideTestCase {
  private static func postUnlessBusy(_ text: String, to room: StoreOf<Room>) async -> Int {
    guard await room.statistics.runningEffectCount < 1_000 else { return 503 }
    await room.send(.posted(text)).finish()
    return 200
  }

  private static func postInAnyCase(_ text: String, to room: StoreOf<Room>) async {
    let saving = await room.send(.posted(text))
    await Task { await saving.finish() }.value
  }

  func testALeavingClientCancelsItsOwnWorkOnly() async throws {
    let scheduler = Scheduler(seed: 1)
    let clock = TestClock(scheduler: scheduler)
    let room = Store(initialState: Room.State(), configuration: scheduler.configuration()) {
      Room(save: { _ in try await clock.sleep(for: .seconds(1)) })
    }
    try await scheduler.run {
      let leaving = Task(executorPreference: scheduler) { await post("a", to: room) }
      let staying = Task(executorPreference: scheduler) { await post("b", to: room) }
      await scheduler.settle()
      leaving.cancel()
      await clock.advance(by: .seconds(1))

      let messages = await staying.value
      XCTAssertEqual(messages, ["b"])
    }
  }

  func testARequestIsAnsweredWithTheErrorOfItsEffect() async throws {
    struct Refused: Error {}
    let text = "Hello"
    let issues = IssueCollector()
    await withIssueReporters([issues]) {
      let room = Store(initialState: Room.State(messages: ["a"])) { Room(save: { _ in throw Refused() }) }
      do {
        try await postOrThrow("b", to: room)
        XCTFail("It was saved.")
      } catch {
        XCTAssertTrue(error is Refused)
      }
      let (task, waiting) = await room.send(.posted(text), returning: { $0.messages.count })
      await task.finish()
      XCTAssertEqual(waiting, 1)
    }
    XCTAssertEqual(issues.messages.count, 2)

    let store = Store(initialState: Room.State()) { Room(save: { _ in }) }
    try await store.send(.posted("Hello")).result()
    let (task, number) = await store.send(.posted("Hello"), returning: { $0.messages.count })
    await task.finish()
    XCTAssertEqual(number, 1)
  }

  func testClientsFollowARoomAndComeBack() async throws {
    let scheduler = Scheduler(seed: 1)
    let room = Store(initialState: Room.State(), configuration: scheduler.configuration()) {
      Room(save: { _ in })
    } withDependencies: {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 1))
    }
    try await scheduler.run {
      let feed = await makeFeed(of: room)
      let epoch = FeedPosition(epoch: feed.position.epoch, number: 0).description.dropLast(2)
      let sent = Collector<String>()
      let client = Task(executorPreference: scheduler) {
        try await follow(feed, lastEventID: nil) { sent.append($0) }
      }
      await scheduler.settle()
      await room.send(.posted("a")).finish()
      await scheduler.settle()
      XCTAssertEqual(sent.all, ["id: \(epoch).1\ndata: a\n\n"])
      client.cancel()
      await room.send(.posted("b\nc")).finish()
      try await client.value
      let (messages, position) = await room.withState { ($0.messages, feed.position) }
      XCTAssertEqual(messages.count, Int(position.number))

      sent.clear()
      await room.shutdown(within: .zero)
      try await follow(feed, lastEventID: "\(epoch).1") { sent.append($0) }
      try await follow(feed, lastEventID: "0000000000000001.1") { sent.append($0) }
      try await follow(feed, lastEventID: "yesterday") { sent.append($0) }
      try await follow(feed, lastEventID: "\(position)") { sent.append($0) }
      let reload = "event: reload\ndata:\n\n"
      XCTAssertEqual(sent.all, ["id: \(epoch).2\ndata: b\ndata: c\n\n", reload, reload])

    }
  }

  func testAFeedTellsWhatHasHappened() async throws {
    let scheduler = Scheduler(seed: 1)
    let room = Store(initialState: Room.State(), configuration: scheduler.configuration()) {
      Room(save: { _ in })
    }
    try await scheduler.run {
      let feed = await room.feed(buffering: 1_024, overflow: .fail) { action, state -> String? in
        switch action {
        case .saved(let text): "\(state.messages.count): \(text)"
        case .posted: nil
        }
      }
      let lastSeen = feed.position
      await room.send(.posted("a")).finish()
      await room.shutdown(within: .zero)
      for try await element in feed.events(after: lastSeen) {
        print("\(element.position): \(element.event)")
      }
      let event = try await feed.events(after: lastSeen).first { _ in true }?.event
      XCTAssertEqual(event, "1: a")
    }
  }

  func testARequestIsAnswered() async throws {
    let scheduler = Scheduler(seed: 1)
    let clock = TestClock(scheduler: scheduler)
    let orders = Store(initialState: Orders.State(), configuration: scheduler.configuration()) {
      Orders()
    } withDependencies: {
      $0.continuousClock = clock
    }
    try await scheduler.run {
      let codes = try await [order(7, from: orders), order(4, from: orders)]
      XCTAssertEqual(codes, [200, 409])
      let store = orders
      let isAccepted = try await store.ask { .ordered(3, reply: $0) }
      XCTAssertTrue(isAccepted)
      await store.shutdown(within: .zero, clock: clock)
      let late = try await order(1, from: orders)
      XCTAssertEqual(late, 503)
    }
  }

  func testAReducerThatAnswers() async {
    let store = TestStore(initialState: Orders.State()) { Orders() }
    let (reply, answer) = Reply<Bool>.makeReply()
    await store.send(.ordered(3, reply: reply)) {
      $0.stock = 7
    }
    XCTAssertEqual(try answer.result?.get(), true)
  }

  func testAMessageIsRefusedIfTooManyWait() async throws {
    let message = "Hello"
    let store = Store(initialState: Room.State()) { Room(save: { _ in }) }
    try await store.trySend(.posted(message), maxWaiting: 1_000)
    await store.shutdown(within: .seconds(10))
    let messages = await store.messages
    XCTAssertEqual(messages, ["Hello"])
  }

  func testWorkGoesOnWithoutItsClient() async throws {
    let (scheduler, clock, room) = makeRoom()
    try await scheduler.run {
      let leaving = Task(executorPreference: scheduler) { await Self.postInAnyCase("a", to: room) }
      await scheduler.settle()
      leaving.cancel()
      await clock.advance(by: .seconds(1))
      let messages = await room.messages
      XCTAssertEqual(messages, ["a"])
    }
  }

  func testAFullInboxAndAClosedRoomAreRefused() async throws {
    let scheduler = Scheduler()
    var configuration = scheduler.configuration(for: Room.Action.self)
    configuration.inbox = InboxConfiguration(capacity: 1, overflow: .reject)
    let room = Store(initialState: Room.State(), configuration: configuration) { Room(save: { _ in }) }
    try await scheduler.run {
      XCTAssertEqual([accept("a", for: room), accept("b", for: room)], [202, 503])
      await room.shutdown(within: .zero)
      XCTAssertEqual(accept("c", for: room), 503)
    }
  }

  func testABusyRoomIsRefused() async throws {
    let (scheduler, clock, room) = makeRoom()
    try await scheduler.run {
      for number in 1...1_000 { await room.send(.posted("\(number)")) }
      let busy = await Self.postUnlessBusy("late", to: room)
      XCTAssertEqual(busy, 503)
      await clock.advance(by: .seconds(1))
      async let free = Self.postUnlessBusy("later", to: room)
      await clock.advance(by: .seconds(1))
      let code = await free
      XCTAssertEqual(code, 200)
    }
  }

  func testEachRoomHasAStore() async throws {
    let saved = Collector<String>()
    let rooms = Rooms {
      Store(initialState: Room.State()) { Room(save: { saved.append($0) }) }
    }
    let kitchen = await rooms.room("kitchen")
    let again = await rooms.room("kitchen")
    let garden = await rooms.room("garden")
    XCTAssertTrue(kitchen === again)
    XCTAssertFalse(kitchen === garden)
    let messages = await post("a", to: kitchen)
    XCTAssertEqual(messages, ["a"])

    await rooms.close("kitchen")
    let reopened = await rooms.room("kitchen")
    XCTAssertFalse(kitchen === reopened)
    await rooms.closeAll()
    XCTAssertEqual([kitchen, garden, reopened].map { accept("late", for: $0) }, [503, 503, 503])
    XCTAssertEqual(saved.all, ["a"])
  }

  private func makeRoom() -> (Scheduler, TestClock, StoreOf<Room>) {
    let scheduler = Scheduler(seed: 1)
    let clock = TestClock(scheduler: scheduler)
    let room = Store(initialState: Room.State(), configuration: scheduler.configuration()) {
      Room(save: { _ in try await clock.sleep(for: .seconds(1)) })
    }
    return (scheduler, clock, room)
  }
}
