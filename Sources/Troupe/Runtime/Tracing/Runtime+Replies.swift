extension Runtime {
  /// Returns the value that the store may keep for an action, which is the action itself, or the action's
  /// text if the action may contain a reply for which a request is waiting.
  ///
  /// An action may contain such a reply in three cases: the store itself has pending requests, an effect of
  /// another store sends the action, or there are replies that weren't created by a store. In all other
  /// cases, the store keeps the action itself.
  ///
  /// - Parameter action: The action.
  @inline(__always)
  func causeSummary(_ action: any Sendable) -> any Sendable {
    ReplyRegistry.exist ? rememberedAmongReplies(action) : action
  }

  @inline(never)
  private func rememberedAmongReplies(_ action: any Sendable) -> any Sendable {
    let mayCarry = requests.count > 0 || ReplyRegistry.existByHand || isSentFromElsewhere
    return mayCarry && !ReplyRegistry.areMissing(in: action) ? ActionSummary(action) : action
  }

  /// Whether another store's effect sends the action.
  private var isSentFromElsewhere: Bool {
    guard let effect = RunningEffect.current else { return false }
    return !effect.isOf(self)
  }
}
