import Troupe
import TroupeTesting
import XCTest

// The recipe `RecipePoller.md`.

@DependencyClient
struct ExchangeRates: DependencyKey {
  var rate: @Sendable (_ currency: String) async throws -> Double

  static let liveValue = ExchangeRates(rate: { _ in 1.25 })
  static let testValue = ExchangeRates()
}

@Reducer
struct RatePoller {
  struct State: Equatable {
    var currency: String?
    var rate: Double?
    var isOutdated = false
  }

  enum Action: Equatable {
    case currencyChosen(String?)
    case pollDue
    case received(Double)
    case failed
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(ExchangeRates.self) var exchange

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .currencyChosen(let currency):
        state = State(currency: currency)
        return .none

      case .pollDue:
        guard let currency = state.currency else { return .none }
        return .run(name: "poll") { send in
          await send(.received(try await exchange.rate(currency)))
        } catch: { _, send in
          await send(.failed)
        }
        .retry(.exponential(initial: .seconds(1), maximum: .seconds(8), attempts: 4), clock: clock)
        .timeout(after: .seconds(30), clock: clock, sending: .failed)
        .cancellable(id: "poll", cancelInFlight: true)

      case .received(let rate):
        state.rate = rate
        state.isOutdated = false
        return .none

      case .failed:
        state.isOutdated = true
        return .none
      }
    }
    .task(id: { $0.currency }) { _ in
      .run(name: "timer") { send in
        while true {
          await send(.pollDue)
          try await clock.sleep(for: .seconds(60))
        }
      }
    }
  }
}

final class RatePollerTests: XCTestCase {
  private actor Exchange {
    var answers: [Double?]
    init(_ answers: [Double?]) { self.answers = answers }

    struct Unavailable: Error {}
    func next() throws -> Double {
      guard let answer = answers.removeFirst() else { throw Unavailable() }
      return answer
    }
  }

  func testAFailedPollIsRetriedAndTheNextOneIsOnTime() async {
    let exchange = Exchange([nil, nil, 1.5, 1.6])
    let store = TestStore(initialState: RatePoller.State()) {
      RatePoller()
    } withDependencies: {
      $0[ExchangeRates.self].rate = { _ in try await exchange.next() }
    }

    await store.send(.currencyChosen("EUR")) { $0.currency = "EUR" }
    await store.receive(.pollDue)
    // The retries come after one second, and two seconds later.
    await store.clock.advance(by: .seconds(3))
    await store.receive(.received(1.5)) { $0.rate = 1.5 }
    await store.clock.advance(by: .seconds(57))
    await store.receive(.pollDue)
    await store.receive(.received(1.6)) { $0.rate = 1.6 }
    await store.send(.currencyChosen(nil)) { $0 = RatePoller.State() }
    await store.finish()
  }

  func testAPollThatFailsFourTimesKeepsTheOldRate() async {
    let exchange = Exchange([1.5, nil, nil, nil, nil])
    let store = TestStore(initialState: RatePoller.State()) {
      RatePoller()
    } withDependencies: {
      $0[ExchangeRates.self].rate = { _ in try await exchange.next() }
    }

    await store.send(.currencyChosen("EUR")) { $0.currency = "EUR" }
    await store.receive(.pollDue)
    await store.receive(.received(1.5)) { $0.rate = 1.5 }
    await store.clock.advance(by: .seconds(60 + 1 + 2 + 4))
    await store.receive(.pollDue)
    await store.receive(.failed) { $0.isOutdated = true }
    await store.finish()
  }
}
