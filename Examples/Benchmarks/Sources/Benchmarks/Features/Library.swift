import Troupe

/// A feature with a large state, one element of which changes with each action.
struct Library: Reducer {
  struct State: Sendable, Equatable {
    var count = 0
    var items: [Int]
  }

  enum Action: Sendable { case up }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.items[state.items.count / 2] += 1
      return .none
    }
  }
}
