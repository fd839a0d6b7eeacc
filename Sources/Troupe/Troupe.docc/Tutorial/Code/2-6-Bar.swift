import Troupe

struct Order: Equatable {
  let number: Int
  let drink: String
}

@Reducer
struct Bar {
  struct State: Equatable {
    var waiting: [Order] = []
    var ready: [Order] = []
    var lastNumber = 0
  }

  enum Action: Equatable {
    case ordered(String)
    case brewed(Order)
  }

  @Dependency(Machine.self) var machine

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ordered(let drink):
        state.lastNumber += 1
        let order = Order(number: state.lastNumber, drink: drink)
        state.waiting.append(order)
        return .run(name: "brew \(drink)") { send in
          try await machine.brew(drink)
          await send(.brewed(order))
        }
        .limited(id: "machine", to: 1)

      case .brewed(let order):
        state.waiting.removeAll { $0 == order }
        state.ready.append(order)
        return .none
      }
    }
  }
}
