extension Reduce {
  /// Creates a reducer of the current form from one with an environment.
  ///
  /// Use it to embed a feature with an environment in one without, and to test it in a `TestStore`.
  ///
  /// ```swift
  /// Scope(state: \.settings, action: \.settings) {
  ///   Reduce(settingsReducer, environment: SettingsEnvironment())
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - reducer: The reducer.
  ///   - environment: Its dependencies.
  public init<Environment: Sendable>(
    _ reducer: Reducer<State, Action, Environment>,
    environment: Environment
  ) {
    self = .erasing(EnvironmentReducer(reducer: reducer, environment: environment))
  }
}

extension Reducer {
  /// Embeds a feature of the current form in one that has an environment.
  ///
  /// The feature gets dependencies in place of the environment. Set them where you embed it:
  ///
  /// ```swift
  /// Reducer<SearchState, SearchAction, SearchEnvironment>.hosting { environment in
  ///   Search().dependency(\.engine, environment.engine)
  /// }
  /// ```
  ///
  /// - Parameter reducer: Returns the feature's reducer. It is called for each action with the current
  ///   environment.
  public static func hosting<R: Troupe.Reducer<State, Action>>(
    @ReducerBuilder<State, Action> _ reducer: @escaping @Sendable (_ environment: Environment) -> R
  ) -> Reducer {
    Reducer { state, action, environment in reducer(environment).reduce(into: &state, action: action) }
  }
}

/// A reducer with its environment.
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
