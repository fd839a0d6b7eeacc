extension Reducer {
  /// Runs several reducers on the same state, in order, and merges their effects.
  ///
  /// The order matters if their domains overlap. Put a child's reducer before the parent's, which may remove
  /// the child from the state. In the opposite order, the child can't react to its own action, which is
  /// reported as an issue.
  ///
  /// - Parameter reducers: The reducers, children first.
  public static func combine(_ reducers: Reducer...) -> Reducer { combine(reducers) }

  /// Runs several reducers on the same state, in order, and merges their effects.
  ///
  /// - Parameter reducers: The reducers, children first.
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    Reducer(make: { place in
      .erasing(ReducerBuilder<State, Action>.buildArray(reducers.map { $0.make(place) }))
    })
  }

  /// Runs this reducer and another one on the same state, in that order, and merges their effects.
  ///
  /// - Parameter other: The reducer that runs second: the parent's, if this is a child's.
  public func combined(with other: Reducer) -> Reducer { .combine(self, other) }
}
