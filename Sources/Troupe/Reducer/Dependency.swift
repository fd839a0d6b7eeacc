extension Reducer {
  /// Sets a dependency for this reducer, its effects and the reducers in it.
  ///
  /// Where several set the same dependency, the innermost wins.
  ///
  /// - Parameters:
  ///   - member: The property of the dependency.
  ///   - value: The value.
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
    return position.run { base.reduce(into: &state, action: action) }
  }

  /// The base in resolved form, which is resolved with the dependencies set.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let position = DependencyPosition(update)
    let resolved = position.run { base._resolve() }.reduce
    return _ResolvedReducer { state, action in position.run { resolved(&state, action) } }
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

/// A place in the tree of features with dependencies of its own.
final class DependencyPosition {
  private let update: (inout DependencyValues) -> Void
  /// What is set here, and what further out it was made from.
  private var known: (outer: DependencyOverrides, here: DependencyOverrides)?

  init(_ update: @escaping (inout DependencyValues) -> Void) {
    self.update = update
  }

  func run<Result>(_ operation: () -> Result) -> Result {
    withOverrides(here(), operation: operation)
  }

  func run<Action>(_ operation: () -> Effect<Action>) -> Effect<Action> {
    let here = here()
    // A place that sets nothing is none.
    if here === TaskDependencies.overrides { return operation() }
    return withOverrides(here, operation: operation).placed(under: here)
  }

  private func here() -> DependencyOverrides {
    let outer = TaskDependencies.overrides
    if let known, known.outer === outer { return known.here }
    let updated = TaskDependencies.overrides(updatedBy: update)
    let here = updated === outer ? outer : updated.forNewPlace()
    known = (outer, here)
    return here
  }
}

extension Effect {
  /// Decides about the dependencies of the work that no place further in has decided about.
  fileprivate func placed(under dependencies: DependencyOverrides) -> Effect {
    guard let program else { return self }
    return Effect(program.map(PlaceMap<Action>(dependencies: dependencies)))
  }
}

private struct PlaceMap<Action: Sendable>: LeafMap {
  let dependencies: DependencyOverrides

  func work(_ leaf: any WorkLeaf) -> any WorkLeaf {
    leaf.origin.isPlaced ? leaf : Work<Action>.cast(leaf).placed(under: dependencies)
  }

  func delivery(_ leaf: any DeliveryLeaf) -> any DeliveryLeaf { leaf }
}
