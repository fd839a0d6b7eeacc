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

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ordered(let drink):
        state.lastNumber += 1
        state.waiting.append(Order(number: state.lastNumber, drink: drink))
        return .none

      case .brewed(let order):
        state.waiting.removeAll { $0 == order }
        state.ready.append(order)
        return .none
      }
    }
  }
}
