/// Callbacks for measuring one `run` of an effect.
package struct WorkWatch: Sendable {
  let sent: @Sendable (_ action: any Sendable) -> Void
  let ended: @Sendable (_ wasCancelled: Bool) -> Void

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - sent: Called with each action before the action is sent.
  ///   - ended: Called when the work has ended. The argument indicates whether the work was cancelled.
  package init(
    sent: @escaping @Sendable (_ action: any Sendable) -> Void,
    ended: @escaping @Sendable (_ wasCancelled: Bool) -> Void
  ) {
    self.sent = sent
    self.ended = ended
  }
}
