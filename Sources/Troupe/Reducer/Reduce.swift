/// A reducer that runs a closure, or that hides the type of another reducer.
///
/// ```swift
/// Reduce { state, action in
///   switch action {
///   case .incremented:
///     state.count += 1
///     return .none
///   }
/// }
/// ```
public struct Reduce<State, Action: Sendable>: Reducer {
  private enum Source: Sendable {
    case closure(@Sendable (inout State, Action) -> Effect<Action>)
    case reducer(any Reducer<State, Action>)
  }

  private let source: Source

  private init(source: Source) {
    self.source = source
  }

  // No other initializer has an unlabeled argument. With another unlabeled initializer, the compiler would
  // report a mistake in the closure as a closure that isn't a reducer.
  /// Creates a reducer from a closure.
  ///
  /// - Parameter reduce: Evolves the state with an action, and returns the effect to run.
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Effect<Action>) {
    self.init(source: .closure(reduce))
  }

  /// Returns a reducer that hides another reducer's type.
  ///
  /// - Parameter reducer: The reducer to run.
  /// - Returns: A reducer that behaves like `reducer`.
  public static func erasing(_ reducer: some Reducer<State, Action>) -> Reduce {
    // The compiler also calls this method for a closure in a body. Hiding its type would allocate memory. The
    // types are equal, so the cast is safe; a dynamic cast would take as long as the allocation.
    if type(of: reducer) == Reduce.self { return unsafeBitCast(reducer, to: Reduce.self) }
    return Reduce(source: .reducer(reducer))
  }

  /// Evolves the state with the closure or the reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch source {
    case .closure(let reduce): reduce(&state, action)
    case .reducer(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  /// Returns the closure, or the resolved reducer.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    switch source {
    case .closure(let reduce): _ResolvedReducer(reduction: reduce)
    case .reducer(let reducer): reducer._resolve()
    }
  }
}
