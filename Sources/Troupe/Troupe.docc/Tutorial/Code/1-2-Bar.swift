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
}
