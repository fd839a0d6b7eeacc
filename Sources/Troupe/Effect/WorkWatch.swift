/// What is told of one piece of work while it runs, for those who measure it.
package struct WorkWatch: Sendable {
  let sent: @Sendable (_ action: any Sendable) -> Void
  let ended: @Sendable (_ wasCancelled: Bool) -> Void

  /// Makes one.
  ///
  /// - Parameters:
  ///   - sent: Is told of each action, before it is sent.
  ///   - ended: Is told when the work is over, and whether it was cancelled.
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
  /// - Parameter begin: Is called when a piece of work begins, in its task, each time anew.
  package func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> Effect {
    guard let program else { return .none }
    return Effect(program.map(LeafMap { $0.watched(begin) }), around: depth)
  }
}
