extension Reducer {
  /// Sets a dependency for this reducer, its effects and the reducers in it.
  ///
  /// Where several set the same dependency, the innermost wins.
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

  /// Sets a dependency whose type is its own key for this reducer, its effects and the reducers in it.
  ///
  /// Where several set the same dependency, the innermost wins.
  ///
  /// - Parameter value: The value.
  @warn_unqualified_access
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> _DependencyReducer<Self> where Value.Value == Value {
    changingDependencies { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, its effects and the reducers in it.
  ///
  /// - Parameters:
  ///   - member: The property of the dependency, or `\.self` for all of them.
  ///   - transform: Changes what is set further out. It is called once for each set of values from there, not for
  ///     each action.
  @warn_unqualified_access
  public func transformDependency<Value>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping @Sendable (inout Value) -> Void
  ) -> _DependencyReducer<Self> {
    changingDependencies { transform(&$0[keyPath: member]) }
  }

  /// Changes a dependency whose type is its own key for this reducer, its effects and the reducers in it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - transform: Changes what is set further out. It is called once for each set of values from there, not for
  ///     each action.
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

/// A reducer with dependencies of its own; made by `dependency` and `transformDependency`.
public struct _DependencyReducer<Base: Reducer>: Reducer {
  let base: Base
  let update: @Sendable (inout DependencyValues) -> Void

  /// Runs the base with the dependencies set.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let position = DependencyPosition(update)
    return Effect(position.reduce { base.reduce(into: &state, action: action).program })
  }

  /// The base in resolved form, which is resolved with the dependencies set.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let position = DependencyPosition(update)
    let resolved = position.run { base._resolve() }.reduce
    return _ResolvedReducer { state, action in Effect(position.reduce { resolved(&state, action).program }) }
  }

  // Several in a row are one.

  /// Sets a dependency further out.
  public func dependency<Value: Sendable>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: Value
  ) -> Self {
    after { $0[keyPath: member] = value }
  }

  /// Sets a dependency whose type is its own key further out.
  public func dependency<Value: TestDependencyKey>(_ value: Value) -> Self where Value.Value == Value {
    after { $0[Value.self] = value }
  }

  /// Changes a dependency further out.
  public func transformDependency<Value>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    after { transform(&$0[keyPath: member]) }
  }

  /// Changes a dependency whose type is its own key further out.
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

/// A position in the tree of features with dependencies of its own.
final class DependencyPosition {
  private let update: (inout DependencyValues) -> Void
  /// What is set here, and what further out it was made from.
  private var known: (outer: DependencyOverrides, here: TaskDependencies)?
  /// Whether that is the same. Comparing the two would count references at each level of an action.
  private var setsNothing = false

  init(_ update: @escaping (inout DependencyValues) -> Void) {
    self.update = update
  }

  /// Runs an operation with the dependencies set.
  func run<Result>(_ operation: () -> Result) -> Result {
    let here = here(within: TaskDependencies.overrides)
    return TaskDependencies.within(here, operation)
  }

  /// Runs a reducer, and decides about the dependencies of the work that no position further in has decided about.
  func reduce(_ reducer: () -> Program?) -> Program? {
    // A position that sets nothing is none.
    if setsNothing, TaskDependencies.areInForce(known?.here.identity) { return reducer() }
    let outer = TaskDependencies.overrides
    let here = here(within: outer)
    if here.overrides === outer { return reducer() }
    return TaskDependencies.within(here, reducer)?.map(deciding(here.overrides))
  }

  private func deciding(_ dependencies: DependencyOverrides) -> LeafMap {
    LeafMap { work in work.origin.hasDecidedDependencies ? work : work.with(dependencies: dependencies) }
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
