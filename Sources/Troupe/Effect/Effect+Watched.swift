extension Effect {
  /// Returns a copy of this effect whose `run` operations are watched.
  ///
  /// - Parameter begin: Returns the watch for a `run`. The closure is called each time a `run` starts, in the
  ///   task of that `run`.
  package func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(EffectTransform { $0.watched(begin) }), around: depth)
  }
}
