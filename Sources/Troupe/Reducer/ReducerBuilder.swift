/// Composes reducers that run from top to bottom on the same state, with their effects merged.
@resultBuilder
public enum ReducerBuilder<State, Action: Sendable> {
  /// A body without reducers does nothing.
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  /// A reducer stands for itself.
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  /// A reducer of a hidden type is wrapped.
  public static func buildExpression(_ reducer: any Reducer<State, Action>) -> Reduce<State, Action> {
    Reduce.erasing(reducer)
  }

  /// The first reducer of a body.
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  /// A further reducer of a body.
  public static func buildPartialBlock<First: Reducer<State, Action>, Next: Reducer<State, Action>>(
    accumulated: First,
    next: Next
  ) -> _SequenceReducer<First, Next> {
    _SequenceReducer(first: accumulated, next: next)
  }

  /// An `if` without an `else`.
  public static func buildOptional<R: Reducer<State, Action>>(_ reducer: R?) -> R? { reducer }

  /// The first branch of an `if` or `switch`.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    first reducer: First
  ) -> _ConditionalReducer<First, Second> {
    .first(reducer)
  }

  /// The second branch of an `if` or `switch`.
  public static func buildEither<First: Reducer<State, Action>, Second: Reducer<State, Action>>(
    second reducer: Second
  ) -> _ConditionalReducer<First, Second> {
    .second(reducer)
  }

  /// The reducers of a `for` loop.
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> _ArrayReducer<R> {
    _ArrayReducer(reducers: reducers)
  }

  /// Reducers behind an availability check.
  public static func buildLimitedAvailability(_ reducer: some Reducer<State, Action>) -> Reduce<State, Action>
  {
    Reduce.erasing(reducer)
  }
}

/// Two reducers, one after the other; what ``ReducerBuilder`` makes of two lines.
public struct _SequenceReducer<First: Reducer, Next: Reducer<First.State, First.Action>>: Reducer {
  let first: First
  let next: Next

  /// Runs both.
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    first.reduce(into: &state, action: action).merge(with: next.reduce(into: &state, action: action))
  }

  /// Both in resolved form.
  public func _resolve() -> _ResolvedReducer<First.State, First.Action> {
    let first = first._resolve().reduce
    let next = next._resolve().reduce
    return _ResolvedReducer { state, action in
      first(&state, action).merge(with: next(&state, action))
    }
  }
}

/// One of two reducers; what ``ReducerBuilder`` makes of an `if` with an `else`.
public enum _ConditionalReducer<First: Reducer, Second: Reducer<First.State, First.Action>>: Reducer {
  case first(First)
  case second(Second)

  /// Runs the one that is there.
  public func reduce(into state: inout First.State, action: First.Action) -> Effect<First.Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  /// The one that is there, in resolved form.
  public func _resolve() -> _ResolvedReducer<First.State, First.Action> {
    switch self {
    case .first(let reducer): reducer._resolve()
    case .second(let reducer): reducer._resolve()
    }
  }
}

/// Reducers in order; what ``ReducerBuilder`` makes of a `for` loop.
public struct _ArrayReducer<Element: Reducer>: Reducer {
  let reducers: [Element]

  /// Runs all of them.
  public func reduce(into state: inout Element.State, action: Element.Action) -> Effect<Element.Action> {
    var effect = Effect<Element.Action>.none
    for reducer in reducers { effect = effect.merge(with: reducer.reduce(into: &state, action: action)) }
    return effect
  }

  /// All of them in resolved form.
  public func _resolve() -> _ResolvedReducer<Element.State, Element.Action> {
    let resolved = reducers.map { $0._resolve().reduce }
    return _ResolvedReducer { state, action in
      var effect = Effect<Element.Action>.none
      for reduce in resolved { effect = effect.merge(with: reduce(&state, action)) }
      return effect
    }
  }
}
