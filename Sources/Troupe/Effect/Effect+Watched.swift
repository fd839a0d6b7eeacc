extension Effect {
  /// Watches each `run` in the effect.
  ///
  /// - Parameter begin: A closure that is called each time a `run` starts, in the task of the `run`.
  package func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(EffectTransform { $0.watched(begin) }), around: depth)
  }
}
