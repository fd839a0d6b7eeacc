/// A reducer that runs code before and after another reducer.
struct AroundReducer<State, Action: Sendable>: Troupe.Reducer {
  typealias Body = Never
  typealias Reduction =
    @Sendable (
      _ state: inout State, _ action: Action, _ reduce: (inout State) -> Effect<Action, Never>
    ) -> Effect<Action, Never>

  private let base: Reduce<State, Action>
  private let reduction: Reduction

  /// - Parameters:
  ///   - base: The reducer to run.
  ///   - reduction: A function that receives each action, and runs the reducer.
  init(_ base: Reduce<State, Action>, _ reduction: @escaping Reduction) {
    self.base = base
    self.reduction = reduction
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action, Never> {
    reduction(&state, action) { base.reduce(into: &$0, action: action) }
  }

  func _resolve() -> _ResolvedReducer<State, Action> {
    let resolved = base._resolve()
    return _ResolvedReducer(subscriptions: resolved.subscriptions) { [reduction] in
      let base = resolved.makeReduction()
      return { state, action in reduction(&state, action) { base(&$0, action) } }
    }
  }
}
