/// A reducer made from a closure, or another reducer with its type hidden.
public struct Reduce<State, Action: Sendable>: Reducer {
  private enum Source: Sendable {
    case closure(@Sendable (inout State, Action) -> Effect<Action>)
    case reducer(any Reducer<State, Action>)
  }

  private let source: Source

  /// Makes a reducer from a closure.
  ///
  /// - Parameter reduce: Evolves the state with an action and returns the work to start.
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Effect<Action>) {
    source = .closure(reduce)
  }

  /// Hides the type of a reducer.
  public init(_ reducer: some Reducer<State, Action>) {
    source = .reducer(reducer)
  }

  /// Evolves the state with the closure or the reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch source {
    case .closure(let reduce): reduce(&state, action)
    case .reducer(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  /// The closure itself, or the reducer's resolved form.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    switch source {
    case .closure(let reduce): _ResolvedReducer(reduce: reduce)
    case .reducer(let reducer): reducer._resolve()
    }
  }
}
