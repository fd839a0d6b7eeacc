extension StoreCore {
  /// Makes a core. Its state and its reducer are made under the dependencies of the store.
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

  /// Makes a core with the dependencies of a position. It doesn't begin what its state declares until
  /// ``begin(_:)``.
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
          of: Store<State, Action>.debugDescription(name: configuration.name, location: location),
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
      // The reducers of the children were resolved by the search for what they declare.
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

  /// Begins what the state declares, unless the configuration leaves that to somebody else.
  func begin(_ configuration: StoreConfiguration<Action>) {
    if configuration.startsSubscriptions { runtime.startSubscriptionsByMail() }
  }
}
