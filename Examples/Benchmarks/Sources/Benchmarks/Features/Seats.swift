import Troupe
import TroupeSharing

/// A feature that reads and writes a shared value many times in one turn.
struct Seats: Reducer {
  struct State: Sendable {
    @Shared var seats: Int
    var sum = 0

    init(_ seats: Shared<Int>) { _seats = seats }
  }

  enum Action: Sendable {
    case read(Int)
    case write(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .read(let count):
        let seats = state.$seats
        state.sum = sum(count) { seats.wrappedValue }
        return .none
      case .write(let count):
        for _ in 0..<count { state.$seats.withLock { $0 &+= 1 } }
        return .none
      }
    }
  }
}
