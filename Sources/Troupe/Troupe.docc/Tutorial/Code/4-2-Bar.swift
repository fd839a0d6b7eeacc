import Troupe

struct Order: Codable, Equatable {
  let number: Int
  let drink: String
}

@Reducer
struct Bar {
  struct State: Codable, Equatable {
    var waiting: [Order] = []
    var ready: [Order] = []
    var lastNumber = 0
  }

  enum Action: Equatable {
    case ordered(String, reply: Reply<Int>? = nil)
    case brewed(Order)
  }

  @Dependency(Machine.self) var machine

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ordered(let drink, let reply):
        state.lastNumber += 1
        state.waiting.append(Order(number: state.lastNumber, drink: drink))
        reply?.answer(state.lastNumber)
        return .none

      case .brewed(let order):
        state.waiting.removeAll { $0 == order }
        state.ready.append(order)
        return .none
      }
    }
    .task(id: { $0.waiting.first }) { order in
      .run(name: "brew \(order.drink)") { send in
        try await machine.brew(order.drink)
        await send(.brewed(order))
      }
    }
  }
}
