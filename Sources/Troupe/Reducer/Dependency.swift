extension Reducer {
  /// Sets a dependency for this reducer, its effects and the reducers inside it.
  ///
  /// ```swift
  /// Greeting()
  ///   .dependency(\.greeting, "Welcome")
  /// ```
  ///
  /// If several operators set the same dependency, the innermost operator's value is used.
  ///
  /// - Parameters:
  ///   - member: The property of the dependency.
  ///   - value: The value.
  @warn_unqualified_access
  public func dependency<Value: Sendable>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: Value
  ) -> _DependencyReducer<Self> {
    changingDependencies { $0[keyPath: member] = value }
  }

  /// Sets a dependency whose type is also its key, for this reducer, its effects and the reducers inside it.
  ///
  /// ```swift
  /// Greeting()
  ///   .dependency(Signature(text: "Yours, Blob"))
  /// ```
  ///
  /// If several operators set the same dependency, the innermost operator's value is used.
  ///
  /// - Parameter value: The value.
  @warn_unqualified_access
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> _DependencyReducer<Self> where Value.Value == Value {
    changingDependencies { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, its effects and the reducers inside it.
  ///
  /// ```swift
  /// Greeting()
  ///   .transformDependency(\.greeting) { $0 += "!" }
  /// ```
  ///
  /// - Parameters:
  ///   - member: The property of the dependency, or `\.self` for all dependencies.
  ///   - transform: Changes the value from the outer reducers. The closure runs once for each set of outer
  ///     values, not for each action.
  @warn_unqualified_access
  public func transformDependency<Value>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping @Sendable (inout Value) -> Void
  ) -> _DependencyReducer<Self> {
    changingDependencies { $0.transform(member, transform) }
  }

  /// Changes a dependency whose type is also its key, for this reducer, its effects and the reducers inside
  /// it.
  ///
  /// ```swift
  /// Greeting()
  ///   .transformDependency(Signature.self) { $0.text += " Jr" }
  /// ```
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - transform: Changes the value from the outer reducers. The closure runs once for each set of outer
  ///     values, not for each action.
  @warn_unqualified_access
  public func transformDependency<Key: TestDependencyKey>(
    _ key: Key.Type,
    transform: @escaping @Sendable (inout Key.Value) -> Void
  ) -> _DependencyReducer<Self> {
    changingDependencies { transform(&$0[key]) }
  }

  private func changingDependencies(
    _ update: @escaping @Sendable (inout DependencyValues) -> Void
  ) -> _DependencyReducer<Self> {
    _DependencyReducer(base: self, update: update)
  }
}

/// A reducer that sets dependencies, created by `dependency` and `transformDependency`.
///
/// The type is public because the operators that follow in the chain are methods of this type. These methods
/// merge consecutive operators into one reducer.
public struct _DependencyReducer<Base: Reducer>: Reducer {
  let base: Base
  let update: @Sendable (inout DependencyValues) -> Void

  /// Runs the base reducer with the dependencies set.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let position = DependencyPosition(update)
    return Effect(position.reduce { base.reduce(into: &state, action: action).program })
  }

  /// Returns the base reducer, resolved with the dependencies set.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let position = DependencyPosition(update)
    let inner = position.run { base._resolve() }
    for subscription in inner.subscriptions { subscription.positions.append(position) }
    return _ResolvedReducer(subscriptions: inner.subscriptions) {
      let reduce = inner.makeReduction()
      return { state, action in Effect(position.reduce { reduce(&state, action).program }) }
    }
  }

  // These operators merge with the previous operator into one reducer.

  /// Sets a dependency that inner operators can override.
  public func dependency<Value: Sendable>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: Value
  ) -> Self {
    after { $0[keyPath: member] = value }
  }

  /// Sets a dependency whose type is also its key. Inner operators can override the value.
  public func dependency<Value: TestDependencyKey>(_ value: Value) -> Self where Value.Value == Value {
    after { $0[Value.self] = value }
  }

  /// Changes a dependency. The inner operators can change the resulting value further or override it.
  public func transformDependency<Value>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    after { $0.transform(member, transform) }
  }

  /// Changes a dependency whose type is also its key. The inner operators can change the resulting value
  /// further or override it.
  public func transformDependency<Key: TestDependencyKey>(
    _ key: Key.Type,
    transform: @escaping @Sendable (inout Key.Value) -> Void
  ) -> Self {
    after { transform(&$0[key]) }
  }

  private func after(_ outer: @escaping @Sendable (inout DependencyValues) -> Void) -> Self {
    Self(base: base) { [update] values in
      outer(&values)
      update(&values)
    }
  }
}

/// A position in the tree of features at which dependencies are set.
final class DependencyPosition {
  private let update: (inout DependencyValues) -> Void
  /// The instrument of the reducer at this position, for effects that the state declares; nil for no
  /// instrument.
  let instrument: ReducerInstrument?
  /// The values at this position, and the outer values from which they were computed.
  private var known: (outer: DependencyOverrides, here: TaskDependencies)?
  /// Whether the values at this position are the outer values. This result is stored, because a comparison at
  /// each level of an action would change reference counts.
  private var setsNothing = false

  init(_ update: @escaping (inout DependencyValues) -> Void) {
    self.update = update
    instrument = nil
  }

  /// Creates the position of a reducer with an instrument. The position sets no dependencies.
  init(_ instrument: ReducerInstrument) {
    update = { _ in }
    self.instrument = instrument
  }

  /// Runs an operation with the dependencies of this position.
  func run<Result>(_ operation: () -> Result) -> Result {
    let here = here(within: TaskDependencies.overrides)
    return TaskDependencies.within(here, operation)
  }

  /// Runs a reducer with this position's dependencies. The work that the reducer returns also gets these
  /// dependencies, unless an inner position has already set the work's dependencies.
  func reduce(_ reducer: () -> UnresolvedEffect?) -> UnresolvedEffect? {
    // A position that sets no dependencies can be skipped.
    if setsNothing, TaskDependencies.areInForce(known?.here.identity) { return reducer() }
    let outer = TaskDependencies.overrides
    let here = here(within: outer)
    if here.overrides === outer { return reducer() }
    // These values aren't current yet, so the check in `within` isn't needed.
    return TaskDependencies.toBind(at: here).bind(reducer)?.map(deciding(here.overrides))
  }

  private func deciding(_ dependencies: DependencyOverrides) -> EffectTransform {
    EffectTransform { work in
      work.origin.hasDecidedDependencies ? work : work.with(dependencies: dependencies)
    }
  }

  private func here(within outer: DependencyOverrides) -> TaskDependencies {
    if let known, known.outer === outer { return known.here }
    let updated = TaskDependencies.overrides(updatedBy: update)
    setsNothing = updated === outer
    let here = setsNothing ? TaskDependencies(overrides: outer) : TaskDependencies.newPosition(updated)
    known = (outer, here)
    return here
  }
}
