extension Effect {
  /// Watches each `run` in the effect.
  ///
  /// - Parameter begin: Called each time a `run` begins, in the task of its work.
  package func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(EffectTransform { $0.watched(begin) }), around: depth)
  }
}
