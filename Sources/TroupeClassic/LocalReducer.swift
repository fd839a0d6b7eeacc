/// A child's reducer, which runs with an environment derived from the parent's environment.
struct LocalReducer<State, Action: Sendable, GlobalEnvironment, Environment>: Troupe.Reducer {
  typealias Body = Never

  let reducer: Reducer<State, Action, Environment>
  let place: EnvironmentPlace<GlobalEnvironment>
  let toLocal: @Sendable (GlobalEnvironment) -> Environment

  func reduce(into state: inout State, action: Action) -> Effect<Action, Never> {
    reducer.run(&state, action, toLocal(place.environment))
  }

  func _resolve() -> _ResolvedReducer<State, Action> {
    let local = EnvironmentPlace<Environment>(make: { toLocal(place.environment) })
    let resolved = reducer.make(local)._resolve()
    return _ResolvedReducer(subscriptions: resolved.subscriptions) {
      let reduce = resolved.makeReduction()
      return { state, action in local.with(toLocal(place.environment)) { reduce(&state, action) } }
    }
  }
}
