extension Effect {
  /// Watches each piece of work in the effect.
  ///
  /// - Parameter begin: Called each time a piece of work begins, in its task.
  package func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(EffectTransform { $0.watched(begin) }), around: depth)
  }
}
