extension StoreCore {
  /// Creates a core. Its state and its reducer are created with the store's dependencies.
  static func make(
    state: () -> sending State,
    reducer: () -> some Reducer<State, Action>,
    configuration: StoreConfiguration<Action>,
    updateDependencies: ((inout DependencyValues) -> Void)?,
    location: CallSite
  ) -> StoreCore {
    let core = make(
      state: state,
      reducer: reducer,
      configuration: configuration,
      position: StorePosition(updatedBy: updateDependencies),
      location: location
    )
    core.begin(configuration)
    return core
  }

  /// Creates a core with a position's dependencies. Its state declares no effects until ``begin(_:)``.
  static func make(
    state: () -> sending State,
    reducer: () -> some Reducer<State, Action>,
    configuration: StoreConfiguration<Action>,
    position: StorePosition,
    location: CallSite
  ) -> StoreCore {
    position.within {
      let lifetime = configuration.lifecycleLog.map {
        StoreLifetime(
          of: debugDescription(name: configuration.name, location: location),
          log: $0
        )
      }
      let resolutionCount = ReducerInstrument.resolutionCount
      var reducer = reducer()._resolve()
      if let lifetime { reducer = reducer.keeping(lifetime) }
      let core = StoreCore(
        state: state(),
        reducer: reducer,
        configuration: configuration,
        dependencies: position.dependencies,
        location: location
      )
      // The core's initializer has searched for declared effects, and has resolved the children's reducers in
      // the search.
      let servesReducers = ReducerInstrument.resolutionCount != resolutionCount
      if core.runtime.hasInstruments || servesReducers {
        core.runtime.trace(
          with: core.makeTracer(configuration.instruments, servesReducers: servesReducers)
        )
      }
      return core
    }
  }

  func makeTracer() -> Tracer { makeTracer([], servesReducers: false) }

  private func makeTracer(_ instruments: [any Instrument], servesReducers: Bool) -> Tracer {
    let store = StoreInfo(
      run: .random(in: 1 ... .max),
      name: runtime.name,
      type: "Store<\(TypeName(State.self).full), \(TypeName(Action.self).full)>",
      location: runtime.location
    )
    return Tracer(
      store: store,
      instruments: instruments,
      servesReducers: servesReducers,
      labels: instruments.isEmpty ? nil : ActionLabel.labels(of: Action.self)
    )
  }

  /// Starts the effects that the state declares, unless the configuration leaves the start to the caller.
  func begin(_ configuration: StoreConfiguration<Action>) {
    if configuration.startsSubscriptions { runtime.startSubscriptionsByMail() }
  }
}

extension _ResolvedReducer {
  /// Returns a copy of this reducer that also owns a lifetime object. A property of the store would use
  /// memory in every store, but few stores have a log.
  fileprivate func keeping(_ lifetime: StoreLifetime) -> _ResolvedReducer {
    _ResolvedReducer(subscriptions: subscriptions) { [self] in
      let reduce = makeReduction()
      return { state, action in
        defer { _fixLifetime(lifetime) }
        return reduce(&state, action)
      }
    }
  }
}

extension StoreCore {
  static func debugDescription(name: String?, location: CallSite) -> String {
    let name = name.map { "\"\(IssueText.name($0))\"" } ?? "created at \(location)"
    return "Store<\(State.self), \(Action.self)> \(name)"
  }
}
