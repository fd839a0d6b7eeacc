import Logging
import Troupe

/// Orders that one effect charges, and a second one ships. Both log with the current logger.
struct Orders: Reducer {
  struct State: Codable, Equatable, Sendable {
    var charged: [Int] = []
    /// The orders that the state declares to be shipped.
    var toShip: Int?
  }

  enum Action: Sendable {
    case placed(Int)
    /// Charged a second later, unless another order arrives.
    case placedLater(Int)
    /// Charged when no other order is being charged.
    case placedInTurn(Int)
    /// Charged by another action of the same turn.
    case forwarded(Int)
    /// Charged by an effect that fails.
    case refused(Int)
    /// Shipped because the state declares it.
    case prepared(Int)
    case charged(Int)
    case shipped(Int)
    /// Ends in an effect that never ends.
    case waiting
    case stopped
  }

  struct Refusal: Error {
    let card: String
  }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .placed(let number):
        return charge(number)
      case .placedLater(let number):
        return charge(number).debounce(id: "charge", for: .seconds(1), clock: clock)
      case .placedInTurn(let number):
        return .run(name: "charge") { send in
          Logger.current.info("Charging")
          try await clock.sleep(for: .seconds(1))
          await send(.charged(number))
        }
        .limited(id: "charge", to: 1)
      case .forwarded(let number):
        return .send(.placed(number))
      case .refused(let number):
        return .run(name: "charge") { _ in throw Refusal(card: "card of \(number)") }
      case .prepared(let number):
        state.toShip = number
        return .none
      case .charged(let number):
        state.charged.append(number)
        Logger.current.info("Charged")
        return ship(number)
      case .shipped:
        state.toShip = nil
        return .run(name: "thank") { _ in Logger.current.info("Thanking") }
      case .waiting:
        return .run(name: "wait") { _ in try await Task.never() }.cancellable(id: "wait")
      case .stopped:
        return .cancel(id: "wait")
      }
    }
    .task(id: { $0.toShip }) { number in
      .run(name: "ship") { send in
        try await clock.sleep(for: .seconds(1))
        Logger.current.info("Shipping")
        await send(.shipped(number))
      }
    }
  }

  private func charge(_ number: Int) -> Effect<Action> {
    .run(name: "charge") { send in
      Logger.current.info("Charging")
      await send(.charged(number))
    }
  }

  private func ship(_ number: Int) -> Effect<Action> {
    .run(name: "ship") { _ in Logger.current.info("Shipping") }
  }
}
