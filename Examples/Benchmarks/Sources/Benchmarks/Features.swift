import Troupe

/// The feature that is measured.
struct Counter: Reducer {
  struct State: Sendable {
    var count = 0
  }

  enum Action: Sendable {
    case up
    case fetch
    case received(Int)
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
      }
    }
  }
}

/// The raw operation that does the same minimum.
actor BareCounter {
  private var count = 0
  func up() { count += 1 }
}

/// An actor that calls another one, so that each call goes there and comes back.
actor Caller {
  private var calls = 0

  func call(_ bare: BareCounter, _ count: Int) async {
    for _ in 0..<count {
      await bare.up()
      calls += 1
    }
  }

  func call(_ store: StoreOf<Counter>, _ count: Int) async {
    for _ in 0..<count {
      await store.send(.up)
      calls += 1
    }
  }
}
