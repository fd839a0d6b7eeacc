import Foundation
import Troupe
import TroupeFoundation
import TroupeTesting
import XCTest

/// The samples of the page "Questions and answers".
final class QuestionsTests: GuideTestCase {
  struct Quotes: Sendable {
    var latest: @Sendable () async throws -> String
    var stream: @Sendable () -> AsyncStream<String> = { AsyncStream { $0.finish() } }
  }

  /// A library with callbacks.
  final class Sensor: Sendable {
    func start(_ handler: @escaping @Sendable (Double) -> Void) {
      for value in [1.0, 2, 3] { handler(value) }
    }
    func stop() {}
  }

  @Reducer
  struct Ticker {
    struct State: Equatable, Sendable {
      var symbol = "TEA"
      var quote: String?
      var quotes = 0
      var temperature = 0.0
    }

    enum Action {
      case refreshTapped
      case received(String)
      case resetTapped
      case startTapped
      case measured(Double)
      case asked(reply: Reply<String?>)
      case copyTapped(from: StoreOf<Ticker>)
    }

    let quotes: Quotes
    var sensor = Sensor()

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .refreshTapped:
          let load: Effect<Action> = .run(name: "load") { [symbol = state.symbol] send in
            await send(.received("\(symbol) \(try await quotes.latest())"))
          }
          return load.cancellable(id: "load", cancelInFlight: true)

        case .received(let quote):
          state.quote = quote
          state.quotes += 1
          return .none

        case .resetTapped:
          state = State()
          return .send(.refreshTapped)

        case .startTapped:
          return .run(name: "measure") { [sensor] send in
            let values = AsyncStream<Double> { continuation in
              continuation.onTermination = { _ in sensor.stop() }
              sensor.start { continuation.yield($0) }
            }
            for await value in values { await send(.measured(value)) }
          }
          .cancellable(id: "measure")

        case .measured(let value):
          state.temperature = value
          return .none

        case .asked(let reply):
          reply.answer(state.quote)
          return .none

        case .copyTapped(let other):
          return .run(name: "copy") { send in
            if let quote = try await other.ask({ .asked(reply: $0) }) { await send(.received(quote)) }
          }
        }
      }
    }
  }

  private func makeStore() -> StoreOf<Ticker> {
    Store(initialState: Ticker.State()) { Ticker(quotes: Quotes(latest: { "42" })) }
  }

  func testWhatAnEffectDoesIsWaitedFor() async throws {
    let store = makeStore()
    await store.send(.refreshTapped).finish()
    let quote = await store.quote
    XCTAssertEqual(quote, "TEA 42")
    let (symbol, count) = await store.withState { ($0.symbol, $0.quotes) }
    XCTAssertEqual(symbol, "TEA")
    XCTAssertEqual(count, 1)
    let task = await store.send(.refreshTapped)
    try await store.wait { $0.quotes == 2 }
    await task.finish()
    for effect in await store.runningEffects { print(effect) }
    await store.send(.resetTapped).finish()
    let again = await store.quotes
    XCTAssertEqual(again, 1)
  }

  func testErrors() async {
    struct Offline: Error {}
    let store = Store(initialState: Ticker.State()) { Ticker(quotes: Quotes(latest: { throw Offline() })) }
    await withExpectedIssue(matching: { $0.message.contains("Offline") }) {
      do {
        try await store.send(.refreshTapped).result()
        XCTFail("The quote can't be loaded.")
      } catch {
        XCTAssertTrue(error is Offline, "\(error)")
      }
    }
  }

  func testCallbacks() async throws {
    let store = makeStore()
    await store.send(.startTapped)
    try await store.wait { $0.temperature == 3 }
    await store.shutdown(within: .zero)
  }

  func testTwoStores() async throws {
    let (first, second) = (makeStore(), makeStore())
    await first.send(.refreshTapped).finish()
    await second.send(.copyTapped(from: first)).finish()
    let quote = await second.quote
    XCTAssertEqual(quote, "TEA 42")
  }

  @Reducer
  struct Stopwatch {
    struct State: Equatable { var seconds = 0 }
    enum Action { case startTapped, ticked }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .startTapped:
          return .run { send in
            for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
          }
        case .ticked:
          state.seconds += 1
          return .none
        }
      }
    }
  }

  func testAPlainStoreNeedsAClockInATest() async throws {
    let scheduler = Scheduler()
    let clock = TestClock(scheduler: scheduler)
    let store = Store(initialState: Stopwatch.State(), configuration: scheduler.configuration()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    try await scheduler.run {
      await store.send(.startTapped)
      await clock.advance(by: .seconds(2))
      let seconds = await store.seconds
      XCTAssertEqual(seconds, 2)
    }
  }

  /// The order of the turns of one task.
  func testWaysToSend() async throws {
    let store = makeStore()
    await store.send(.received("a"))
    try await store.trySend(.received("b"))
    try store.enqueue(.received("c"))
    let quote = try await store.ask { .asked(reply: $0) }
    XCTAssertEqual(quote, "c")
  }
}
