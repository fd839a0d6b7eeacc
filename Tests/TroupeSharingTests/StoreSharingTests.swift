import Foundation
import TestSupport
import Troupe
import TroupeCollections
import TroupeDiagnostics
import TroupeSharing
import TroupeTesting
import XCTest

/// What a turn reads, and what a store subscribes to.
final class StoreSharingTests: TroupeTestCase {
  struct Counting: Reducer {
    struct State: Sendable {
      @Shared(.inMemory("count")) var count = 0
      var read: [Int] = []
    }

    enum Action: Sendable {
      case readTwice
      case readAndWrite
      case readAgain
      case write
    }

    /// Runs in the middle of a turn.
    let elsewhere: @Sendable () -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .readTwice:
          state.read = [state.count]
          elsewhere()
          state.read.append(state.count)
          return .send(.readAgain)
        case .readAgain:
          state.read.append(state.count)
          return .none
        case .readAndWrite:
          state.read = [state.count]
          elsewhere()
          let written = state.$count.withLock { count in
            count += 1
            return count
          }
          elsewhere()
          state.read += [written, state.count]
          return .none
        case .write:
          state.$count.withLock { $0 += 100 }
          return .none
        }
      }
    }
  }

  private static func store(
    _ scheduler: Scheduler,
    elsewhere: @escaping @Sendable (Shared<Int>) -> Void
  ) -> (StoreOf<Counting>, Shared<Int>) {
    let count = Shared(wrappedValue: 0, .inMemory("count"))
    count.withLock { $0 = 0 }
    let store = Store(initialState: Counting.State(), configuration: scheduler.configuration()) {
      Counting { elsewhere(count) }
    }
    return (store, count)
  }

  /// Writes a value on another thread, and waits for it.
  private static func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let running = Thread {
      body()
      done.signal()
    }
    running.start()
    done.wait()
  }

  // S860
  func testATurnReadsOneVersion() async throws {
    try await underSeeds(3) { scheduler, _ in
      let (store, count) = Self.store(scheduler) { count in
        Self.onAnotherThread { count.withLock { $0 += 10 } }
      }
      await store.send(.readTwice)
      await scheduler.settle()
      let read = await store.read
      XCTAssertEqual(read, [0, 0, 0])
      XCTAssertEqual(count.wrappedValue, 10)
      await store.send(.readAgain)
      let next = await store.read
      XCTAssertEqual(next, [0, 0, 0, 10])
    }
  }

  // S860, S861
  func testATurnReadsWhatItHasWrittenToTheNewestVersion() async throws {
    try await underSeeds(3) { scheduler, _ in
      let (store, count) = Self.store(scheduler) { count in
        Self.onAnotherThread { count.withLock { $0 += 10 } }
      }
      await store.send(.readAndWrite)
      let read = await store.read
      XCTAssertEqual(read, [0, 11, 11])
      XCTAssertEqual(count.wrappedValue, 21)
      // Nothing of the turn is left in the next.
      await store.send(.write)
      await store.send(.readAgain)
      let next = await store.read
      XCTAssertEqual(next.last, 121)
    }
  }

  // S861
  func testAWriteIsVisibleToOthersAtOnce() async throws {
    try await underSeeds(3) { scheduler, _ in
      let seen = Collector<Int>()
      let (store, _) = Self.store(scheduler) { count in
        Self.onAnotherThread { seen.append(count.wrappedValue) }
      }
      await store.send(.readAndWrite)
      XCTAssertEqual(seen.all, [0, 1])
    }
  }

  // MARK: What is compared over time

  struct Lamp: Reducer {
    struct State: Sendable {
      @Shared(value: 0) var level: Int
      var rows: IdentifiedArrayOf<Row.State> = []
    }

    @CasePathable
    enum Action: Sendable {
      case nothing
      case add(Row.State)
      case remove(Int)
      case setOn(Int, Bool)
      case touch(Int)
      case rows(IdentifiedActionOf<Row>)
    }

    let began: Collector<String>
    /// Runs in the middle of the turn that touches a row.
    var elsewhere: @Sendable () -> Void = {}

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .add(let row): state.rows.append(row)
        case .remove(let id): _ = state.rows.remove(id: id)
        case .setOn(let id, let isOn): state.rows[id: id]?.isOn = isOn
        case .touch(let id):
          elsewhere()
          state.rows[id: id]?.touches += 1
        case .nothing, .rows: break
        }
        return .none
      }
      .task(id: { $0.level }) { [began] level in
        .run { _ in began.append("level \(level)") }
      }
      .forEach(\.rows, action: \.rows) { Row(began: began) }
    }
  }

  struct Row: Reducer {
    struct State: Sendable, Identifiable {
      let id: Int
      @Shared var level: Int
      var isOn = true
      var touches = 0
    }

    enum Action: Sendable {}

    let began: Collector<String>

    var body: some ReducerOf<Self> {
      EmptyReducer().task(id: { $0.isOn ? $0.level : nil }) { [began] level in
        .run { _ in began.append("row \(level)") }
      }
    }
  }

  // S870
  func testAChangeElsewhereRestartsWhatTheStateDeclares() async throws {
    try await underSeeds(20) { scheduler, _ in
      let began = Collector<String>()
      let level = Shared(value: 0)
      let store = Store(
        initialState: Lamp.State(level: level, rows: [Row.State(id: 1, level: level)]),
        configuration: scheduler.configuration()
      ) { Lamp(began: began) }
      await scheduler.settle()
      XCTAssertEqual(began.all.sorted(), ["level 0", "row 0"])
      began.clear()
      level.withLock { $0 = 1 }
      level.withLock { $0 = 2 }
      await scheduler.settle()
      // The two changes led to one turn or two.
      XCTAssertEqual(Set(began.all).subtracting(["level 1", "row 1"]), ["level 2", "row 2"])
      began.clear()
      await store.send(.nothing)
      level.withLock { $0 = 3 }
      await scheduler.settle()
      XCTAssertEqual(began.all.sorted(), ["level 3", "row 3"])
      began.clear()
      level.withLock { $0 = 3 }
      await scheduler.settle()
      XCTAssertEqual(began.all, [])
    }
  }

  // S870
  func testAChangeReachesEachFeatureThatHasReadAnOlderVersion() async throws {
    try await underSeeds(5) { scheduler, _ in
      let began = Collector<String>()
      let (own, level) = (Shared(value: 0), Shared(value: 0))
      let rows = (1...3).map { Row.State(id: $0, level: level) }
      let store = Store(
        initialState: Lamp.State(level: own, rows: IdentifiedArray(uniqueElements: rows)),
        configuration: scheduler.configuration()
      ) {
        Lamp(began: began) { Self.onAnotherThread { level.withLock { $0 += 1 } } }
      }
      await scheduler.settle()
      began.clear()
      // The turn itself evaluates what the first row declares, and reads the new version. The others follow.
      await store.send(.touch(1))
      await scheduler.settle()
      XCTAssertEqual(began.all, ["row 1", "row 1", "row 1"])
      XCTAssertEqual(level.observerCount, 1)
    }
  }

  // S871
  func testAStoreForgetsTheValuesOfRowsThatHaveGone() async throws {
    try await underSeeds(5) { scheduler, _ in
      let own = Shared(value: 0)
      let store = Store(initialState: Lamp.State(level: own), configuration: scheduler.configuration()) {
        Lamp(began: Collector())
      }
      for id in 1...3 {
        weak var released: AnyObject?
        let count = Collector<Int>()
        do {
          let level = Shared(value: Holder())
          released = level.wrappedValue
          await store.send(.add(Row.State(id: id, level: level.number)))
          count.append(level.observerCount)
          XCTAssertNotNil(released)
          await store.send(.nothing)
          count.append(level.observerCount)
          await store.send(.remove(id))
          count.append(level.observerCount)
        }
        XCTAssertEqual(count.all, [1, 1, 0])
        await scheduler.settle()
        XCTAssertNil(released)
      }
      XCTAssertEqual(own.observerCount, 1)
    }
  }

  /// A value whose release can be seen.
  final class Holder: Sendable {
    var number: Int {
      get { 0 }
      set {}
    }
  }

  // S871
  func testAFeatureForgetsWhatItNoLongerReads() async throws {
    try await underSeeds(5) { scheduler, _ in
      let (own, level) = (Shared(value: 0), Shared(value: 0))
      let store = Store(
        initialState: Lamp.State(level: own, rows: [Row.State(id: 1, level: level)]),
        configuration: scheduler.configuration()
      ) { Lamp(began: Collector()) }
      await scheduler.settle()
      XCTAssertEqual(level.observerCount, 1)
      await store.send(.setOn(1, false))
      XCTAssertEqual(level.observerCount, 0)
      await store.send(.setOn(1, true))
      XCTAssertEqual(level.observerCount, 1)
    }
  }

  // S871
  func testAStoreForgetsWhatWasReadOfAnOlderState() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let (store, count) = Self.store(scheduler) { _ in }
      _ = await store.count
      XCTAssertEqual(count.observerCount, 1)
      // Code that compares the state finds a newer one, and reads again.
      await store.send(.write)
      XCTAssertEqual(count.observerCount, 0)
    }
  }

  // S871
  func testAStoreThatIsShutDownHasNoSubscriptions() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let level = Shared(value: 0)
      let store = Store(
        initialState: Lamp.State(level: level, rows: [Row.State(id: 1, level: level)]),
        configuration: scheduler.configuration()
      ) { Lamp(began: Collector()) }
      _ = await store.level
      await scheduler.settle()
      XCTAssertEqual(level.observerCount, 1)
      _ = await store.shutdown(within: .zero)
      XCTAssertEqual(level.observerCount, 0)
      // The state can still be read.
      let read = await store.level
      XCTAssertEqual(read, 0)
      XCTAssertEqual(level.observerCount, 0)
      level.withLock { $0 = 1 }
      let last = await store.level
      XCTAssertEqual(last, 1)
    }
  }

  // S870
  func testAChangeElsewhereIsCoalescedAndCostsOneTurn() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let level = Shared(value: 0)
      let store = Store(
        initialState: Lamp.State(level: level),
        configuration: scheduler.configuration()
      ) { Lamp(began: Collector()) }
      await scheduler.settle()
      let before = await store.statistics.turnCount
      for _ in 1...100 { level.withLock { $0 += 1 } }
      await scheduler.settle()
      let after = await store.statistics.turnCount
      XCTAssertEqual(after, before + 1)
    }
  }

  // S870
  func testWaitersAndObserversAreToldOfAChangeElsewhere() async throws {
    try await underSeeds(30) { scheduler, _ in
      let level = Shared(value: 0)
      let store = Store(
        initialState: Lamp.State(level: level),
        configuration: scheduler.configuration()
      ) { Lamp(began: Collector()) }
      let (states, observed) = (Collector<Int>(), Collector<Int>())
      let waiter = Task(executorPreference: scheduler) { try await store.wait { $0.level >= 3 } }
      let part = Task(executorPreference: scheduler) {
        try await store.wait(for: \.level, until: { $0 == 3 })
      }
      let consumer = Task(executorPreference: scheduler) {
        for await level in store.states(\.level) { states.append(level) }
      }
      let observer = Task(executorPreference: scheduler) { await store.observe { observed.append($0.level) } }
      await scheduler.settle()
      for new in 1...3 {
        level.withLock { $0 = new }
        await scheduler.settle()
      }
      try await waiter.value
      let found = try await part.value
      XCTAssertEqual(found, 3)
      XCTAssertEqual(states.all, [0, 1, 2, 3])
      XCTAssertEqual(observed.all, [0, 1, 2, 3])
      consumer.cancel()
      observer.cancel()
      await consumer.value
      await observer.value
    }
  }

  // S871
  func testAStoreThatComparesNothingHasNoTurnForAChange() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let (store, count) = Self.store(scheduler) { _ in }
      await store.send(.readAgain)
      let before = await store.statistics.turnCount
      count.withLock { $0 += 1 }
      await scheduler.settle()
      let after = await store.statistics.turnCount
      XCTAssertEqual(after, before)
    }
  }

  // S871
  func testAStoreEndsItsSubscriptionsWhenItIsReleased() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let level = Shared(value: 0)
      do {
        let store = Store(
          initialState: Lamp.State(level: level),
          configuration: scheduler.configuration()
        ) { Lamp(began: Collector()) }
        await scheduler.settle()
        let isSubscribed = await store.isSubscribedToSharedValues
        XCTAssertTrue(isSubscribed)
        _ = await store.shutdown(within: .zero)
      }
      await scheduler.settle()
      level.withLock { $0 += 1 }
      await scheduler.settle()
      XCTAssertEqual(level.observerCount, 0)
    }
  }

  // S872
  func testOnChangeComparesTheValuesThatTheReductionReads() async throws {
    struct Changing: Reducer {
      struct State: Sendable {
        @Shared(value: 0) var level: Int
        var log: [String] = []
      }
      enum Action: Sendable { case up, nothing }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if action == .up { state.$level.withLock { $0 += 1 } }
          return .none
        }
        .onChange(of: { $0.level }) { old, new in
          Reduce { state, _ in
            state.log.append("\(old) → \(new)")
            return .none
          }
        }
      }
    }
    let scheduler = Scheduler()
    try await scheduler.run {
      let level = Shared(value: 0)
      let store = Store(
        initialState: Changing.State(level: level),
        configuration: scheduler.configuration()
      ) { Changing() }
      await store.send(.up)
      level.withLock { $0 = 5 }
      await store.send(.nothing)
      await store.send(.up)
      let log = await store.log
      XCTAssertEqual(log, ["0 → 1", "5 → 6"])
    }
  }
}
