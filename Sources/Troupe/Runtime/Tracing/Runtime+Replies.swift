extension Runtime {
  /// Returns what the store may remember of an action: the action, or its text if it may carry a reply that a
  /// request waits for.
  ///
  /// A store takes part that is asked itself, one that an effect of another store sends to, and any while
  /// there are replies that no store has made. All others remember the action as it is.
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

  /// Whether an effect of another store sends the action.
  private var isSentFromElsewhere: Bool {
    guard let effect = RunningEffect.current else { return false }
    return !effect.isOf(self)
  }
}
