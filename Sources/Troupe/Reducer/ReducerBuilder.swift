/// Composes reducers, which run from top to bottom on the same state and whose effects are merged.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  /// Builds a body without reducers, which does nothing.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// Builds a reducer of a body.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// Builds a reducer whose type is hidden.
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce.erasing(reducer)
  }

  /// Builds the first reducer of a body.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// Builds the next reducer of a body.
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated: First,
    next: Next
  ) -> some Reducer<State, Action> {
    SequenceReducer(first: accumulated, next: next)
  }

  /// Builds an `if` without an `else`.
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  /// Builds the first branch of an `if` or `switch`.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first reducer: First
  ) -> _ConditionalReducer<First, Second> {
    .first(reducer)
  }

  /// Builds the second branch of an `if` or `switch`.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second reducer: Second
  ) -> _ConditionalReducer<First, Second> {
    .second(reducer)
  }

  /// Builds the reducers of a `for` loop.
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> some Reducer<State, Action> {
    ArrayReducer(reducers: reducers)
  }

  /// Builds reducers that are subject to an availability check.
  public static func buildLimitedAvailability(_ reducer: some Reducer<State, Action>) -> Reduce<State, Action>
  {
    Reduce.erasing(reducer)
  }
}

/// Two reducers that run one after the other, created by ``ReducerBuilder`` from two lines.
struct SequenceReducer<First: Reducer, Next: Reducer<First.State, First.Action>>: Reducer {
  let first: First
  let next: Next

  /// Runs both reducers.
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    first.reduce(into: &state, action: action).merge(with: next.reduce(into: &state, action: action))
  }

  /// Returns both reducers in resolved form.
  public func _resolve() -> _ResolvedReducer<First.State, First.Action> {
    let (first, next) = (first._resolve(), next._resolve())
    return _ResolvedReducer(subscriptions: first.subscriptions + next.subscriptions) {
      let (reduceFirst, reduceNext) = (first.makeReduction(), next.makeReduction())
      return { state, action in reduceFirst(&state, action).merge(with: reduceNext(&state, action)) }
    }
  }
}

/// One of two reducers, created by ``ReducerBuilder`` from an `if` with an `else`.
///
/// The type is public because both functions for the branches have to return the same type, which an opaque
/// type can't express.
public enum _ConditionalReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  case first(First)
  case second(Second)

  /// Runs the reducer of the chosen branch.
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  /// Returns the resolved reducer of the chosen branch.
  public func _resolve() -> _ResolvedReducer<First.State, First.Action> {
    switch self {
    case .first(let reducer): reducer._resolve()
    case .second(let reducer): reducer._resolve()
    }
  }
}

/// Reducers that run in order, created by ``ReducerBuilder`` from a `for` loop.
struct ArrayReducer<Element: Reducer>: Reducer {
  let reducers: [Element]

  /// Runs all reducers.
  public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for reducer in reducers { effect = effect.merge(with: reducer.reduce(into: &state, action: action)) }
    return effect
  }

  /// Returns all reducers in resolved form.
  public func _resolve() -> _ResolvedReducer<Element.State, Element.Action> {
    let all = reducers.map { $0._resolve() }
    return _ResolvedReducer(subscriptions: all.flatMap(\.subscriptions)) {
      let reductions = all.map { $0.makeReduction() }
      return { state, action in
        var effect = Effect<Element.Action>.none
        for reduce in reductions { effect = effect.merge(with: reduce(&state, action)) }
        return effect
      }
    }
  }
}
