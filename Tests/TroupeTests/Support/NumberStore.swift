import Troupe
import TroupeTesting

/// A store on a scheduler that records its actions, which are numbers, and answers them with given effects.
func numberStore(
  _ scheduler: Scheduler,
  _ configuration: StoreConfiguration<Int>? = nil,
  effect: @escaping @Sendable (Int) -> Effect<Int> = { _ in .none }
) -> Store<[Int], Int> {
  Store(initialState: [], configuration: configuration ?? scheduler.configuration()) {
    Reduce { state, action in
      state.append(action)
      return effect(action)
    }
  }
}

extension Scheduler {
  /// A configuration on the scheduler, with changes.
  func configuration(_ change: (inout StoreConfiguration<Int>) -> Void) -> StoreConfiguration<Int> {
    var configuration = configuration(for: Int.self)
    change(&configuration)
    return configuration
  }
}

/// A store on a scheduler whose state is the newest action, a number; 0 leads to 1, 2 and 3 in the same turn.
func cascadeStore(_ scheduler: Scheduler) -> Store<Int, Int> {
  Store(initialState: -1, configuration: scheduler.configuration()) {
    Reduce { state, action in
      state = action
      return action == 0 ? .merge(.send(1), .send(2), .send(3)) : .none
    }
  }
}
