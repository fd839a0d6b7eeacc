extension Reduce {
  /// Creates a reducer without an environment from a reducer with an environment.
  ///
  /// Use this initializer to embed a feature with an environment in a feature without an environment, or to
  /// test the feature in a `TestStore`.
  ///
  /// ```swift
  /// Scope(state: \.settings, action: \.settings) {
  ///   Reduce(settingsReducer, environment: SettingsEnvironment())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - reducer: The reducer with an environment.
  ///   - environment: The feature's dependencies.
  public init<Environment: Sendable>(
    _ reducer: Reducer<State, Action, Environment>,
    environment: Environment
  ) {
    self = .erasing(EnvironmentReducer(reducer: reducer, environment: environment))
  }
}

extension Reducer {
  /// Embeds a feature without an environment in a feature with an environment.
  ///
  /// The feature gets dependencies instead of the environment. Set the dependencies where you embed the
  /// feature:
  ///
  /// ```swift
  /// Reducer<SearchState, SearchAction, SearchEnvironment>.hosting { environment in
  ///   Search().dependency(\.engine, environment.engine)
  /// }
  /// ```
  ///
  /// Effects that the feature declares with `task`, `onStart` and `onEnd` run as long as the feature's state
  /// exists, wherever this reducer embeds the feature. A store calls the closure with the current environment
  /// for each action and for each declared effect that starts. The store also calls the closure once when the
  /// store is created, or when the state appears, to find the feature's subscriptions. Nested features
  /// declare their effects with the environment of that call.
  ///
  /// - Parameter reducer: A closure that returns the feature's reducer, which must always consist of the same
  ///   parts.
  public static func hosting<R: Troupe.Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ reducer: @escaping @Sendable (_ environment: Environment) -> R
  ) -> Reducer {
    Reducer(make: { place in .erasing(HostedReducer(place: place, make: reducer)) })
  }
}

/// A reducer without an environment that is created from an environment.
private struct HostedReducer<Hosted: Troupe.Reducer, Environment>: Troupe.Reducer {
  typealias Body = Never

  let place: EnvironmentPlace<Environment>
  let make: @Sendable (Environment) -> Hosted

  func reduce(into state: inout Hosted.State, action: Hosted.Action) -> Effect<Hosted.Action, Never> {
    make(place.environment).reduce(into: &state, action: action)
  }

  func _resolve() -> _ResolvedReducer<Hosted.State, Hosted.Action> {
    .remade { make(place.environment)._resolve() }
  }
}

/// A reducer combined with its environment.
private struct EnvironmentReducer<State, Action: Sendable, Environment: Sendable>: Troupe.Reducer {
  typealias Body = Never

  let reducer: Reducer<State, Action, Environment>
  let environment: Environment

  func reduce(into state: inout State, action: Action) -> Effect<Action, Never> {
    reducer.run(&state, action, environment)
  }

  func _resolve() -> _ResolvedReducer<State, Action> {
    reducer.make(EnvironmentPlace(environment))._resolve()
  }
}
