import Troupe

/// The feature that most rows measure.
struct Counter: Reducer {
  struct State: Sendable, Equatable {
    var count = 0
  }

  enum Action: Sendable, Equatable, CasePathable {
    case up
    case fetch
    case received(Int)
    case wait(id: Int)
    case waitAnew
    case cancel(id: Int)

    static let allCasePaths = AllCasePaths()
    struct AllCasePaths: Sendable {
      let received = AnyCasePath(embed: Action.received) {
        if case .received(let it) = $0 { it } else { nil }
      }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up:
        state.count += 1
        return .none
      case .fetch:
        return .run { send in await send(.received(1)) }
      case .received(let number):
        state.count += number
        return .none
      case .wait(let id):
        return .run { _ in await waitForCancellation() }.cancellable(id: id)
      case .waitAnew:
        return .run { _ in await waitForCancellation() }.cancellable(id: 0, cancelInFlight: true)
      case .cancel(let id):
        return .cancel(id: id)
      }
    }
  }

  static func store() -> StoreOf<Counter> {
    Store(initialState: Counter.State()) { Counter() }
  }
}

/// The raw operation that does the same minimum.
actor BareCounter {
  private var count = 0
  func up() { count += 1 }
}
