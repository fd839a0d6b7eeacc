/// Callbacks about one piece of work while it runs, for measurements.
package struct WorkWatch: Sendable {
  let sent: @Sendable (_ action: any Sendable) -> Void
  let ended: @Sendable (_ wasCancelled: Bool) -> Void

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - sent: Called with each action, before it is sent.
  ///   - ended: Called when the work has ended, with whether it was cancelled.
  package init(
    sent: @escaping @Sendable (_ action: any Sendable) -> Void,
    ended: @escaping @Sendable (_ wasCancelled: Bool) -> Void
  ) {
    self.sent = sent
    self.ended = ended
  }
}

extension Effect {
  /// Watches each piece of work in the effect.
  ///
  /// - Parameter begin: Called each time a piece of work begins, in its task.
  package func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(LeafMap { $0.watched(begin) }), around: depth)
  }
}
