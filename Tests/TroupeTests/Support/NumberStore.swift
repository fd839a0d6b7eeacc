import Troupe
import TroupeTesting

/// A store on a scheduler that notes its actions, which are numbers, and answers them with given effects.
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
