/// Combines several reducers into one reducer, so that an operator applies to all these reducers.
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

  /// Combines reducers.
  ///
  /// - Parameter reducers: The reducers, which run from top to bottom.
  public init(@ReducerBuilder<State, Action> _ reducers: () -> Body) {
    self.reducers = reducers()
  }

  /// The combined reducers.
  public var body: Body { return reducers }
}
