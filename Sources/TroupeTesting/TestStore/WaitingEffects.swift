import Troupe

/// A store's running effects, with the sleeps or other work for which the effects are waiting.
struct WaitingEffects {
  /// An effect, and its sleep on a clock; nil if the effect doesn't sleep.
  struct Waiting {
    let effect: EffectSnapshot
    let sleep: Sleep?
  }

  struct Sleep {
    let deadline: TestClock.Instant
    /// The clock's time.
    let now: TestClock.Instant
    /// Whether the effect sleeps on one of the scheduler's other test clocks, not on the test store's clock
    /// or a system clock.
    let isOnOtherClock: Bool

    var rest: Duration { now.duration(to: deadline) }
  }

  var effects: [Waiting]
  /// The time limit for work outside the scheduler.
  let limit: Duration

  /// Descriptions of the effects, one per line.
  var list: String {
    effects.map { "- \(describe($0))" }.joined(separator: "\n")
  }

  private func describe(_ waiting: Waiting) -> String {
    let effect = waiting.effect
    var text = "\(effect.name.map { "\"\(IssueText.name($0))\"" } ?? "the effect") at \(effect.location)"
    text +=
      effect.causingAction.base is SubscriptionCause
      ? ", which the state declares with \(effect.causingAction)"
      : ", started by \(excerpt(effect.causingAction.base))"
    if !effect.scopePath.components.isEmpty { text += ", in \(effect.scopePath)" }
    if !effect.ids.isEmpty {
      text += ", cancellable by \(effect.ids.map(\.description).joined(separator: " and "))"
    }
    if let sleep = waiting.sleep {
      let (deadline, now) = (sleep.deadline.offset, sleep.now.offset)
      return text
        + (sleep.isOnOtherClock
          ? ": it is sleeping until \(deadline) on a separate clock, whose time is \(now)"
          : ": it is sleeping until \(deadline), and the test's clock is at \(now)")
    }
    if effect.isCancelled { text += ", cancelled, but still running" }
    return text + ": it is waiting for work outside the test"
  }

  /// Advice on how to let the effects continue before the failing statement.
  var advice: String {
    var advice: [String] = []
    if sleeps(onOtherClock: false) {
      advice.append("Advance the clock before this statement, with `await store.clock.advance(by:)`.")
    }
    if sleeps(onOtherClock: true) {
      advice.append(
        """
        A separate clock is a `TestClock` other than `store.clock`. Advance that clock before this statement, \
        with its `advance(by:)`, or use the test's clock in the feature: it is `@Dependency(\\.continuousClock)`.
        """
      )
    }
    if effects.contains(where: { $0.sleep == nil }) {
      advice.append(
        """
        The test waited \(limit) for work outside the test. Override the dependency that waits for that work, so that it \
        answers immediately, or raise `store.realTimeLimit`.
        """
      )
    }
    return advice.joined(separator: "\n")
  }

  /// Advice on how to let the effects end before the test ends.
  var endingAdvice: String {
    if sleeps(onOtherClock: false) {
      return "If the effect ends by itself, advance the clock, with `await store.clock.advance(by:)`."
    }
    return sleeps(onOtherClock: true)
      ? "If the effect ends by itself, advance the clock on which it is sleeping, with `advance(by:)`."
      : "If the effect ends by itself, override the dependency that it waits for, so that it answers immediately."
  }

  private func sleeps(onOtherClock isOther: Bool) -> Bool {
    effects.contains { $0.sleep?.isOnOtherClock == isOther }
  }
}
