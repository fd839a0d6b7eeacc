extension Runtime {
  /// Returns what the store may remember of an action: the action, or its text if it may carry a reply that a
  /// request waits for.
  ///
  /// A store takes part that is asked itself, one that an effect of another store sends to, and any while
  /// there are replies that no store has made. All others remember the action as it is.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - others: How many requests wait whose replies it doesn't carry.
  @inline(__always)
  func remembered(_ action: any Sendable, besides others: Int = 0) -> any Sendable {
    LiveReplies.exist ? rememberedAmongReplies(action, besides: others) : action
  }

  @inline(never)
  private func rememberedAmongReplies(_ action: any Sendable, besides others: Int) -> any Sendable {
    let mayCarry = requests.count > others || LiveReplies.existByHand || isSentFromElsewhere
    return mayCarry && !LiveReplies.areMissing(in: action) ? RememberedAction(action) : action
  }

  /// Whether an effect of another store sends the action.
  private var isSentFromElsewhere: Bool {
    guard let effect = RunningEffect.current else { return false }
    return !effect.isOf(self)
  }
}
