extension Reducer {
  /// Runs several reducers on the same state, in order, and merges their effects.
  ///
  /// The order matters if the reducers' domains overlap. Put a child's reducer before the parent's reducer,
  /// which may remove the child from the state. In the opposite order, the child's reducer can't handle the
  /// action that removes the child, which is reported as an issue.
  ///
  /// - Parameter reducers: The reducers, with children before their parents.
  public static func combine(_ reducers: Reducer...) -> Reducer { combine(reducers) }

  /// Runs several reducers on the same state, in order, and merges their effects.
  ///
  /// - Parameter reducers: The reducers, with children before their parents.
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    Reducer(make: { place in
      .erasing(ReducerBuilder<State, Action>.buildArray(reducers.map { $0.make(place) }))
    })
  }

  /// Runs this reducer and then another reducer on the same state, and merges their effects.
  ///
  /// - Parameter other: The reducer that runs second. If this reducer is a child's, it is the parent's
  ///   reducer.
  public func combined(with other: Reducer) -> Reducer { .combine(self, other) }
}
