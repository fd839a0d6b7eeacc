/// Reducers taken together, so that an operator can be applied to all of them.
///
/// ```swift
/// CombineReducers {
///   Search()
///   Results()
/// }
/// .onChange(of: { $0.query }) { _, _ in Logging() }
/// ```
public struct CombineReducers<State, Action: Sendable, Body: Reducer<State, Action>>: Reducer {
  private let reducers: Body

  /// Takes reducers together.
  ///
  /// - Parameter reducers: The reducers, run from top to bottom.
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Body) {
    self.reducers = reducers()
  }

  /// The reducers.
  public var body: Body { return reducers }
}
