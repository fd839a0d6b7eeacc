import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeTesting
import XCTest

/// Feeds of stores whose turns are saved.
final class FeedSavingTests: TroupeTestCase {
  private typealias JournalStore = Store<Journal.State, Journal.Action>

  /// The events that a consumer has received, and how it ended.
  private final class Reader: Sendable {
    let numbers = Collector<Int>()
    let error = Locked<FeedError?>(nil)

    func read(_ feed: StoreFeed<Int>, on scheduler: Scheduler) -> Task<Void, Never> {
      let events = feed.events()
      return Task(executorPreference: scheduler) {
        do throws(FeedError) {
          for try await element in events { self.numbers.append(element.event) }
        } catch {
          self.error.withLock { $0 = error }
        }
      }
    }
  }

  private static func feed(of store: JournalStore) async -> StoreFeed<Int> {
    await store.feed { action, _ in
      switch action {
      case .add(let number), .work(let number): number
      case .select: 0
      default: nil
      }
    }
  }

  // S712
  func testEventsComeWhenTheirTurnIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let store = try await Journal.open(storage, on: scheduler)
      let feed = await Self.feed(of: store)
      let reader = Reader()
      let task = reader.read(feed, on: scheduler)
      gate.close()
      await store.send(.work(1))
      await scheduler.settle()
      await store.send(.add(2))
      await store.send(.add(3))
      await scheduler.settle()
      XCTAssertEqual(reader.numbers.all, [])
      XCTAssertEqual(feed.position.number, 0)
      gate.letPass()
      await scheduler.settle()
      // The first save had only the first turn; its effect has sent since.
      XCTAssertEqual(reader.numbers.all, [1])
      let saved = try await Journal.saved(storage)
      XCTAssertEqual(saved?.entries, [1])
      gate.open()
      await scheduler.settle()
      XCTAssertEqual(reader.numbers.all, [1, 2, 3, 1001])
      await store.shutdown(within: .zero)
      await task.value
      XCTAssertNil(reader.error.withLock { $0 })
    }
  }

  // S712
  func testWhatConsumersHaveGotIsSaved() async throws {
    try await underSeeds { scheduler, _ in
      let storage = MemoryStorage { call in
        call.operation == .save && call.number % 3 == 1 ? .loseReply : .perform
      }
      let store = try await Journal.open(storage, on: scheduler)
      let feed = await Self.feed(of: store)
      let events = feed.events()
      let reader = Task(executorPreference: scheduler) {
        var count = 0
        for try await element in events {
          let saved = try await Journal.saved(storage)
          XCTAssertTrue(saved?.entries.contains(element.event) == true, "\(element.event) isn't saved")
          count += 1
        }
        return count
      }
      for number in 1...20 {
        await store.send(.add(number))
        if number % 3 == 0 { await scheduler.settle() }
      }
      await store.shutdown(within: .zero)
      let count = try await reader.value
      XCTAssertEqual(count, 20)
    }
  }

  // S712
  func testEventsOfTransientActionsComeWithTheTurnsBeforeThem() async throws {
    try await underSeeds(5) { scheduler, _ in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let store = try await Journal.open(
        storage,
        on: scheduler,
        isTransient: { if case .select = $0 { true } else { false } }
      )
      let feed = await Self.feed(of: store)
      let reader = Reader()
      let task = reader.read(feed, on: scheduler)
      gate.close()
      await store.send(.select)
      await scheduler.settle()
      XCTAssertEqual(reader.numbers.all, [0])
      await store.send(.add(1))
      await store.send(.select)
      await scheduler.settle()
      XCTAssertEqual(reader.numbers.all, [0])
      gate.letPass()
      await scheduler.settle()
      XCTAssertEqual(reader.numbers.all, [0, 1, 0])
      gate.open()
      await store.shutdown(within: .zero)
      await task.value
    }
  }

  // S713
  func testAStoreThatGivesUpTellsItsReasonAndNoEventThatIsNotSaved() async throws {
    try await underSeeds { scheduler, clock in
      let storage = MemoryStorage()
      let issues = IssueCollector()
      try await withIssueReporters([issues]) {
        let store = try await Journal.open(
          storage,
          on: scheduler,
          retry: .constant(.seconds(1), attempts: 2),
          clock: clock
        )
        let feed = await Self.feed(of: store)
        let reader = Reader()
        let task = reader.read(feed, on: scheduler)
        try await store.commit(.add(1))
        storage.isUnavailable = true
        await store.send(.add(2))
        await clock.advance(by: .seconds(5))
        await task.value
        XCTAssertEqual(reader.numbers.all, [1])
        let error = reader.error.withLock { $0 }
        XCTAssertEqual(error?.code, .notSaved)
        XCTAssertEqual((error?.underlying as? CommitError)?.code, .unavailable)
        let text = error?.description ?? ""
        XCTAssertTrue(text.contains("couldn't be saved"), text)
        // A feed that is created later has ended in the same way.
        let late = Reader()
        await late.read(Self.feed(of: store), on: scheduler).value
        XCTAssertEqual(late.error.withLock { $0 }?.code, .notSaved)
        // Delivered events can still be read.
        let start = FeedPosition(epoch: feed.position.epoch, number: 0)
        let first = try await feed.events(after: start).first { _ in true }
        XCTAssertEqual(first?.event, 1)
        XCTAssertEqual(feed.position.number, 1)
        await store.shutdown(within: .zero)
      }
      XCTAssertEqual(issues.messages.count, 1)
    }
  }

  // S713
  func testAShutdownThatEndsBeforeTheSaveTellsSo() async throws {
    try await underSeeds { scheduler, clock in
      let gate = Gate(isOpen: true)
      let storage = MemoryStorage { $0.operation == .save ? .wait({ await gate.wait() }) : .perform }
      let store = try await Journal.open(storage, on: scheduler)
      let feed = await Self.feed(of: store)
      let reader = Reader()
      let task = reader.read(feed, on: scheduler)
      try await store.commit(.add(1))
      gate.close()
      await store.send(.add(2))
      let shutdown = Task(executorPreference: scheduler) {
        await store.shutdown(within: .seconds(1), cancellationGrace: .seconds(2), clock: clock)
      }
      await clock.advance(by: .seconds(4))
      _ = await shutdown.value
      await task.value
      XCTAssertEqual(reader.numbers.all, [1])
      let error = reader.error.withLock { $0 }
      XCTAssertEqual(error?.code, .notSaved)
      XCTAssertNil(error?.underlying)
      gate.open()
      await scheduler.settle()
    }
  }
}
