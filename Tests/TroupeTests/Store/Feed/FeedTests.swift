import Synchronization
import Troupe
import TroupeTesting
import XCTest

final class FeedTests: TroupeTestCase {
  // S700
  func testEachReducedActionIsAskedForItsEventOnceWithTheStateAfterIt() async throws {
    try await underSeeds { scheduler, clock in
      let store = numberStore(scheduler) { action in
        switch action {
        case 0: .merge(.send(1), .run { send in await send(2) }, .send(-1))
        case 2:
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(3)
          }
        default: .none
        }
      }
      let feed = await store.feed { action, state in action < 0 ? nil : state }
      let events = feed.events()
      let task = await store.send(0)
      try store.enqueue(4)
      await clock.advance(by: .seconds(1))
      await task.finish()
      let all = await store.state
      await store.shutdown(within: .zero)
      let reading = await events.read()
      // The state after each action is the actions up to it. There is no event for -1, and no number either.
      let expected = all.indices.filter { all[$0] >= 0 }.map { Array(all[...$0]) }
      XCTAssertEqual(reading.events, expected)
      XCTAssertEqual(reading.numbers, Array(1...UInt64(expected.count)))
      XCTAssertEqual(Set(all), [0, 1, -1, 2, 3, 4])
      XCTAssertNil(reading.error)
    }
  }

  // S701
  func testAllConsumersShareOneEventOfOneCall() async throws {
    final class Bytes: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    try await underSeeds { scheduler, _ in
      let calls = Collector<Int>()
      let store = numberStore(scheduler)
      let feed = await store.feed { action, _ in
        calls.append(action)
        return Bytes(action)
      }
      let readers = (0..<20).map { _ in
        Task(executorPreference: scheduler) { [events = feed.events()] in await events.read() }
      }
      for action in 0..<10 { await store.send(action) }
      await store.shutdown(within: .zero)
      let late = await feed.events(after: FeedPosition(epoch: feed.position.epoch, number: 0)).read()
      XCTAssertEqual(late.events.map(\.number), Array(0..<10))
      for reader in readers {
        let reading = await reader.value
        XCTAssertTrue(reading.events.elementsEqual(late.events, by: ===))
        XCTAssertEqual(reading.elements.map(\.position), late.elements.map(\.position))
      }
      XCTAssertEqual(calls.all, Array(0..<10))
    }
  }

  // S702
  func testEventsCanBeReadWhenTheirTurnIsOver() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = cascadeStore(scheduler)
      let positions = Collector<UInt64>()
      let shared = Locked<StoreFeed<Int>?>(nil)
      let feed = await store.feed { action, _ in
        positions.append(shared.withLock { $0?.position.number } ?? 0)
        return action
      }
      shared.withLock { $0 = feed }
      await store.send(0)
      XCTAssertEqual(positions.all, [0, 0, 0, 0])
      XCTAssertEqual(feed.position.number, 4)
      shared.withLock { $0 = nil }
    }
  }

  // S703
  func testAConsumerBeginsWhereItSays() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let feed = await store.numberFeed()
      XCTAssertEqual(feed.position.number, 0)
      for action in 0..<3 { await store.send(action) }
      let fromNow = feed.events()
      let (state, position) = await store.withState { ($0, feed.position) }
      XCTAssertEqual(state.count, Int(position.number))
      for action in 3..<5 { await store.send(action) }
      await store.shutdown(within: .zero)
      let now = await fromNow.read()
      let again = await fromNow.read()
      let behind = await feed.events(after: position).read()
      let last = await feed.events(after: FeedPosition(epoch: position.epoch, number: 4)).read()
      let none = await feed.events(after: feed.position).read()
      XCTAssertEqual(now.elements, again.elements, "each iterator gets all")
      XCTAssertEqual(now.events, [3, 4])
      XCTAssertEqual(now.numbers, [4, 5])
      XCTAssertEqual(behind.elements, now.elements)
      XCTAssertEqual(last.events, [4])
      XCTAssertEqual(none.events, [])
    }
  }

  // S704
  func testAConsumerThatIsTooSlowEndsWithAnError() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler)
      let feed = await store.numberFeed(buffering: 3)
      let start = feed.position
      var slow = feed.events().makeAsyncIterator()
      for action in 0..<3 { await store.send(action) }
      let first = try await slow.next()
      XCTAssertEqual(first?.event, 0)
      await store.send(3)
      let second = try await slow.next()
      XCTAssertEqual(second?.event, 1)
      for action in 4..<7 { await store.send(action) }
      do throws(FeedError) {
        let next = try await slow.next()
        XCTFail("It got \(String(describing: next)).")
      } catch {
        XCTAssertEqual(error.code, .missedEvents)
        XCTAssertEqual(error.missedCount, 2)
        XCTAssertTrue(error.description.contains("missed 2 events"), error.description)
      }
      let end = try await slow.next()
      XCTAssertNil(end)
      let back = await feed.events(after: start).read()
      XCTAssertEqual(back.error?.code, .missedEvents)
      XCTAssertEqual(back.error?.missedCount, 4)
      XCTAssertEqual(back.events, [])
    }
  }

  // S705
  func testAConsumerThatSkipsIsToldHowMuch() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler)
      let feed = await store.numberFeed(buffering: 3, overflow: .skip)
      let start = feed.position
      var slow = feed.events().makeAsyncIterator()
      await store.send(0)
      _ = try await slow.next()
      for action in 1..<7 { await store.send(action) }
      let next = try await slow.next()
      XCTAssertEqual(next?.event, 4)
      XCTAssertEqual(next?.position.number, 5)
      XCTAssertEqual(next?.missedCount, 3)
      let after = try await slow.next()
      XCTAssertEqual(after?.event, 5)
      XCTAssertEqual(after?.missedCount, 0)
      let back = try await feed.events(after: start).read(3)
      XCTAssertEqual(back.map(\.event), [4, 5, 6])
      XCTAssertEqual(back.map(\.missedCount), [4, 0, 0])
    }
  }

  // S706
  func testAPositionOfAnotherFeedIsToldAtOnce() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler)
      for overflow in [FeedOverflow.fail, .skip] {
        let feed = await store.numberFeed(overflow: overflow)
        let other = await store.numberFeed()
        await store.send(0)
        let (epoch, number) = (feed.position.epoch, feed.position.number)
        let unknown = [
          other.position, FeedPosition(epoch: epoch, number: number + 1),
          FeedPosition(epoch: epoch, number: .max), FeedPosition(epoch: epoch &+ 1, number: 0),
        ]
        let sequences = unknown.map { feed.events(after: $0) }
        // The event that now has that number changes nothing.
        await store.send(1)
        for events in sequences {
          let reading = await events.read()
          XCTAssertEqual(reading.error?.code, .unknownPosition)
          XCTAssertNil(reading.error?.missedCount)
          XCTAssertEqual(reading.events, [])
        }
      }
    }
  }

  // S708
  func testTheEpochIsOfTheStoresGenerator() async throws {
    try await underSeeds(1) { scheduler, _ in
      func store() -> Store<[Int], Int> {
        Store(initialState: [], configuration: scheduler.configuration()) {
          Reduce { state, action in
            state.append(action)
            return .none
          }
        } withDependencies: {
          $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededGenerator(seed: 1))
        }
      }
      let (one, same) = (store(), store())
      let first = await one.numberFeed().position
      let second = await one.numberFeed().position
      XCTAssertNotEqual(first.epoch, second.epoch)
      let sameFirst = await same.numberFeed().position
      XCTAssertEqual(first, sameFirst)
      // A test that sets no generator doesn't need one.
      let plain = numberStore(scheduler)
      let (third, fourth) = (await plain.numberFeed(), await plain.numberFeed())
      XCTAssertNotEqual(third.position.epoch, fourth.position.epoch)
    }
  }

  // S709
  func testAfterAShutdownConsumersGetWhatTheyHaveNotReadAndThenNil() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let feed = await store.numberFeed()
      let waiting = Task(executorPreference: scheduler) { [events = feed.events()] in await events.read() }
      let unread = feed.events()
      for action in 0..<3 { await store.send(action) }
      await store.shutdown(within: .zero)
      let late = await unread.read()
      let reading = await waiting.value
      XCTAssertEqual(late.events, [0, 1, 2])
      XCTAssertNil(late.error)
      XCTAssertEqual(reading.elements, late.elements)
      XCTAssertNil(reading.error)
      let closed = await store.numberFeed()
      let none = await closed.events().read()
      XCTAssertEqual(none.events, [])
      XCTAssertNil(none.error)
    }
  }

  // S709, S711
  func testAFeedDoesNotKeepItsStore() async throws {
    try await underSeeds { scheduler, _ in
      weak var kept: Store<[Int], Int>?
      let feed: StoreFeed<Int>
      do {
        let store = numberStore(scheduler)
        kept = store
        feed = await store.numberFeed()
        await store.send(0)
      }
      let reading = await feed.events(after: FeedPosition(epoch: feed.position.epoch, number: 0)).read()
      XCTAssertEqual(reading.events, [0])
      XCTAssertNil(reading.error)
      XCTAssertNil(kept)
    }
  }

  // S710
  func testCancellingAConsumerEndsItAndNoOther() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let feed = await store.numberFeed()
      let tasks = (0..<10).map { _ in
        Task(executorPreference: scheduler) { [events = feed.events()] in await events.read() }
      }
      await store.send(0)
      await scheduler.settle()
      for task in tasks[..<5] { task.cancel() }
      for task in tasks[..<5] {
        let reading = await task.value
        XCTAssertEqual(reading.events, [0])
        XCTAssertNil(reading.error)
      }
      await store.send(1)
      await store.shutdown(within: .zero)
      for task in tasks[5...] {
        let reading = await task.value
        XCTAssertEqual(reading.events, [0, 1])
      }
    }
  }

  // S711
  func testWithTheLastReferenceTheFeedIsRemoved() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let calls = Collector<Int>()
      let live = Counted.live
      do {
        var feed: StoreFeed<Int>? = await store.feed { [token = Counted()] action, _ in
          withExtendedLifetime(token) { calls.append(action) }
          return action
        }
        let events = feed?.events()
        feed = nil
        await store.send(0)
        let first = try await events?.read(1)
        XCTAssertEqual(first?.map(\.event), [0], "a sequence keeps its feed")
      }
      await store.send(1)
      XCTAssertEqual(calls.all, [0])
      XCTAssertEqual(Counted.live, live)
    }
  }

  // S714
  func testAScopedStoreHasNoFeed() async throws {
    struct Parent: Reducer {
      struct State: Sendable { var kid = Kid.State() }
      enum Action: Sendable { case kid(Kid.Action) }
      var body: some ReducerOf<Self> { Scope(state: \.kid, action: /Action.kid) { Kid() } }
    }
    try await underSeeds(1) { scheduler, _ in
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) { Parent() }
      let kid: StoreOf<Kid> = await store.scope(state: \.kid) { .kid($0) }
      let issues = IssueCollector()
      let feed = await withIssueReporters([issues]) { await kid.feed { action, _ in "\(action)" } }
      XCTAssertEqual(issues.messages.count, 1)
      XCTAssertTrue(issues.messages.first?.contains("Create the feed on the root store") == true)
      await store.send(.kid(.add(1)))
      let reading = await feed.events().read()
      XCTAssertEqual(reading.error?.code, .scopedStore)
      XCTAssertEqual(reading.events, [])
    }
  }

  // S715
  func testAFeedKeepsTheNewestEventsAndNoOthers() async throws {
    try await underSeeds(1) { scheduler, _ in
      let store = numberStore(scheduler)
      let live = Counted.live
      let feed = await store.feed(buffering: 4) { _, _ in Counted() }
      let consumers = (0..<100).map { _ in feed.events() }
      for action in 0..<3 { await store.send(action) }
      XCTAssertEqual(Counted.live - live, 3)
      for action in 3..<100 { await store.send(action) }
      XCTAssertEqual(Counted.live - live, 4)
      withExtendedLifetime(consumers) {}
    }
  }

  // S716
  func testManyThatWaitAreWokenOutsideOfTheTurn() async throws {
    try await underSeeds { scheduler, _ in
      let store = numberStore(scheduler)
      let feed = await store.numberFeed()
      let tasks = (0..<200).map { _ in
        Task(executorPreference: scheduler) { [events = feed.events()] in await events.read() }
      }
      await scheduler.settle()
      // Some leave, some are woken while the others still wait for their turn.
      await store.send(0)
      for task in tasks[..<20] { task.cancel() }
      await store.send(1)
      await scheduler.settle()
      await store.send(2)
      await store.shutdown(within: .zero)
      for task in tasks[20...] {
        let reading = await task.value
        XCTAssertEqual(reading.events, [0, 1, 2])
        XCTAssertNil(reading.error)
      }
      for task in tasks[..<20] { _ = await task.value }
    }
  }

  // S716
  func testThoseWhoWaitWhileOthersAreToBeWokenAreWokenToo() async throws {
    try await underSeeds(100) { scheduler, _ in
      let store = numberStore(scheduler)
      let feed = await store.numberFeed()
      var tasks: [Task<FeedReading<Int>, Never>] = []
      for action in 0..<4 {
        for _ in 0..<40 {
          tasks.append(
            Task(executorPreference: scheduler) { [events = feed.events()] in await events.read() }
          )
        }
        // By the time of the turn, some of them wait, and the task that wakes the others may not have run.
        await store.send(action)
      }
      await store.shutdown(within: .zero)
      for (index, task) in tasks.enumerated() {
        let reading = await task.value
        XCTAssertEqual(reading.events, Array((index / 40)..<4))
        XCTAssertNil(reading.error)
      }
    }
  }

  // S717
  func testAChildThatDismissesItselfMakesNoEvent() async throws {
    struct Parent: Reducer {
      struct State: Sendable { var kid: Leaving.State? = .init() }
      enum Action: Sendable { case kid(Leaving.Action) }
      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.kid, action: /Action.kid) { Leaving() }
      }
    }
    struct Leaving: Reducer {
      struct State: Sendable {}
      enum Action: Sendable { case leave }
      @Dependency(\.dismiss) var dismiss
      var body: some ReducerOf<Self> {
        Reduce { _, _ in .run { [dismiss] _ in await dismiss() } }
      }
    }
    try await underSeeds { scheduler, _ in
      let store = Store(initialState: Parent.State(), configuration: scheduler.configuration()) { Parent() }
      let feed = await store.feed { _, state in state.kid == nil }
      let events = feed.events()
      await store.send(.kid(.leave)).finish()
      await store.shutdown(within: .zero)
      let reading = await events.read()
      XCTAssertEqual(reading.events, [false])
      let isGone = await store.withState { $0.kid == nil }
      XCTAssertTrue(isGone)
    }
  }
}
