import Foundation
import Troupe
import TroupeDurable
import TroupeFoundation
import TroupeSharing
import XCTest

@testable import TroupeTesting

extension SharedKey where Self == InMemoryKey<Int>.Default {
  static var seats: Self { Self[.inMemory("seats"), default: 100] }
}

/// The samples of `SharingState.md`.
final class SharingStateTests: GuideTestCase {
  struct Booking: Reducer {
    struct State {
      @Shared(.inMemory("seats")) var seats = 100
      var own: [Int] = []
    }

    enum Action { case book }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .book:
          let seat = state.$seats.withLock { seats in
            defer { seats -= 1 }
            return seats
          }
          state.own.append(seat)
          return .none
        }
      }
    }
  }

  func testStoresShareAValue() async {
    let stores = [
      Store(initialState: Booking.State()) { Booking() }, Store(initialState: Booking.State()) { Booking() },
    ]
    for store in stores { await store.send(.book) }
    let (one, other) = (await stores[0].own, await stores[1].own)
    XCTAssertEqual(one + other, [100, 99])
  }

  func testWithLock() {
    @Shared(.inMemory("seats")) var seats = 100

    let seat = $seats.withLock { seats in
      seats -= 1
      return seats
    }
    XCTAssertEqual(seat, 99)
    do {
      let seat: Int? = $seats.withLock { seats in
        guard seats > 0 else { return nil }
        defer { seats -= 1 }
        return seats
      }
      XCTAssertEqual(seat, 99)
    }
    @Shared(value: 10) var free
    @Shared(value: 0) var booked
    withLock($free, $booked) { free, booked in
      free -= 1
      booked += 1
    }
    XCTAssertEqual(free + booked, 10)
  }

  // MARK: Write skew

  struct Duty: Reducer {
    struct State {
      @Shared(.inMemory("Ada")) var isAdaOnCall = true
      @Shared(.inMemory("Bob")) var isBobOnCall = true
    }

    enum Action { case leave(String), leaveTogether(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .leave(let doctor):
          // Each of two doctors sees the other on call, and both leave.
          let others = doctor == "Ada" ? state.isBobOnCall : state.isAdaOnCall
          if others {
            (doctor == "Ada" ? state.$isAdaOnCall : state.$isBobOnCall).withLock { $0 = false }
          }
        case .leaveTogether(let doctor):
          withLock(state.$isAdaOnCall, state.$isBobOnCall) { ada, bob in
            guard ada && bob else { return }
            if doctor == "Ada" { ada = false } else { bob = false }
          }
        }
        return .none
      }
    }
  }

  func testOneDoctorStaysOnCall() async {
    for leave in [Duty.Action.leave, Duty.Action.leaveTogether] {
      let store = Store(initialState: Duty.State()) { Duty() }
      await store.send(leave("Ada"))
      await store.send(leave("Bob"))
      let isBobOnCall = await store.isBobOnCall
      XCTAssertTrue(isBobOnCall)
    }
  }

  // MARK: A lost update

  struct SlowBooking: Reducer {
    struct State {
      @Shared(.seats) var seats
      var own: [Int] = []
    }

    enum Action { case bookSlowly, bookAtOnce, booked(Int) }

    let pay: @Sendable () async throws -> Void

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .bookSlowly:
          return .run { [seats = state.$seats, pay] send in
            let seat = seats.wrappedValue
            try await pay()
            seats.withLock { $0 = seat - 1 }
            await send(.booked(seat))
          }
        case .bookAtOnce:
          return .run { [seats = state.$seats, pay] send in
            let seat = seats.withLock { seats in
              defer { seats -= 1 }
              return seats
            }
            try await pay()
            await send(.booked(seat))
          }
        case .booked(let seat):
          state.own.append(seat)
          return .none
        }
      }
    }
  }

  private static func body(_ action: SlowBooking.Action) -> ExploredBody {
    ExploredBody(realTimeLimit: .seconds(10), location: CallSite()) { scheduler in
      let stores = (0..<2).map { _ in
        Store(initialState: SlowBooking.State(), configuration: scheduler.configuration()) {
          SlowBooking(pay: { await Task.yield() })
        }
      }
      for store in stores { await store.send(action) }
      await scheduler.settle()
      @Shared(.seats) var seats
      XCTAssertEqual(seats, 98)
      let (one, other) = (await stores[0].own, await stores[1].own)
      XCTAssertEqual((one + other).sorted(), [99, 100])
    }
  }

  // S874
  func testALostUpdateIsFound() async {
    let lost = await Exploration(seeds: 0..<1_000, function: #function).findFailure(Self.body(.bookSlowly))
    XCTAssertNotNil(lost)
    let count = ProcessInfo.processInfo.environment["TROUPE_SHARING_SCHEDULES"].flatMap(UInt64.init) ?? 200
    let none = await Exploration(seeds: 0..<count, function: #function).findFailure(Self.body(.bookAtOnce))
    XCTAssertNil(none, none?.message ?? "")
  }

  // MARK: What a store notices

  struct Refreshing: Reducer {
    struct State {
      @Shared(.inMemory("interval")) var interval = Duration.seconds(60)
    }

    enum Action { case refreshed }

    let clock: any Clock<Duration>
    let refresh: @Sendable () async -> Void

    var body: some Reducer<State, Action> {
      let (clock, refresh) = (clock, refresh)
      Reduce { _, _ in .none }
        .task(id: { $0.interval }) { interval in
          .run { _ in
            for await _ in clock.timer(interval: interval) { await refresh() }
          }
        }
    }
  }

  func testAChangeRestartsTheTimer() async throws {
    let scheduler = Scheduler()
    try await scheduler.run {
      let clock = TestClock(scheduler: scheduler)
      let (ticks, continuation) = AsyncStream<Void>.makeStream()
      let store = Store(initialState: Refreshing.State(), configuration: scheduler.configuration()) {
        Refreshing(clock: clock) { continuation.yield() }
      }
      await clock.advance(by: .seconds(30))
      await store.withState { $0.$interval.withLock { $0 = .seconds(1) } }
      await scheduler.settle()
      await clock.advance(by: .seconds(3))
      await scheduler.settle()
      continuation.finish()
      var count = 0
      for await _ in ticks { count += 1 }
      XCTAssertEqual(count, 3)
    }
  }

  // MARK: Parts and keys

  struct User: Sendable {
    var name = "Blob"
    var address: String? = "Oslo"
  }

  func testParts() {
    @Shared(value: User()) var user
    let name: Shared<String> = $user.name
    let address: Shared<String>? = Shared($user.address)
    name.withLock { $0 = "Blob Jr." }
    address?.withLock { $0 = "Bergen" }
    XCTAssertEqual(user.name, "Blob Jr.")
    XCTAssertEqual(user.address, "Bergen")
  }

  func testASpace() {
    withDependencies {
      $0.sharedSpace = SharedSpace()
    } operation: {
      @Shared(.seats) var seats
      print(seats)
    }
  }

  // MARK: Values in a storage

  struct Hall: Reducer {
    struct State: Codable, Sendable {
      @Shared var seats: Int

      init(seats: Shared<Int>) { _seats = seats }
    }

    enum Action: Sendable { case book }

    let confirm: @Sendable (Int) async -> Void

    var body: some ReducerOf<Self> {
      Reduce { [confirm] state, _ in
        state.$seats.withLock { $0 -= 1 }
        return .run { [seats = state.seats] _ in await confirm(seats) }
      }
    }
  }

  // S886, S887
  func testAValueInAStorage() async throws {
    let storage = MemoryStorage()
    let (confirmed, continuation) = AsyncStream<Int>.makeStream()
    let confirm: @Sendable (Int) async -> Void = { continuation.yield($0) }

    let codec = StateCodec(Int.self, format: JSONFormat())
    @Shared(.stored("seats", in: storage, codec: codec)) var seats = 100
    try await $seats.load()

    let store = Store(initialState: Hall.State(seats: $seats)) { Hall(confirm: confirm) }
    await store.send(.book)

    var confirmations = confirmed.makeAsyncIterator()
    let first = await confirmations.next()
    XCTAssertEqual(first, 99)
    let saved = try await storage.read("seats", codec: codec)
    XCTAssertEqual(saved, 99)
    XCTAssertEqual(seats, 99)

    let seat = try await $seats.update { seats in
      defer { seats -= 1 }
      return seats
    }
    XCTAssertEqual(seat, 99)
    let left = try await storage.read("seats", codec: codec)
    XCTAssertEqual(left, 98)
  }

  // MARK: Tests

  enum InATest {
    struct Booking: Reducer {
      struct State: Equatable {
        @Shared(.inMemory("seats")) var seats = 100
        var own: [Int] = []
      }

      enum Action { case book, giveBack }

      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .book:
            let seat = state.$seats.withLock { seats in
              defer { seats -= 1 }
              return seats
            }
            state.own.append(seat)
            return .none
          case .giveBack:
            return .run { [seats = state.$seats] _ in seats.withLock { $0 = 1 } }
          }
        }
      }
    }
  }

  func testAssertions() async {
    typealias Booking = InATest.Booking
    let store = TestStore(initialState: Booking.State()) { Booking() }

    await store.send(.book) {
      $0.$seats.withLock { $0 = 99 }
      $0.own = [100]
    }
    await store.send(.giveBack)
    await store.receiveSharedChange { $0.$seats.withLock { $0 = 1 } }
  }
}
