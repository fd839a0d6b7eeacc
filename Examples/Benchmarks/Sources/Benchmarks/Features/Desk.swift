import Troupe

/// A feature that answers requests.
struct Desk: Reducer {
  enum Kind: Sendable { case atOnce, byEffect, kept }

  struct State: Sendable {
    var sum = 0
    var kept: [Reply<Int>] = []
  }

  enum Action: Sendable {
    case add(Int, Kind, Reply<Int>)
    case answerAll
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number, let kind, let reply):
        state.sum += number
        switch kind {
        case .atOnce: reply.answer(state.sum)
        case .byEffect: return .run { [sum = state.sum] _ in reply.answer(sum) }
        case .kept: state.kept.append(reply)
        }
      case .answerAll:
        for reply in state.kept { reply.answer(state.sum) }
        state.kept = []
      }
      return .none
    }
  }

  static func store() -> StoreOf<Desk> {
    Store(initialState: State()) { Desk() }
  }
}
