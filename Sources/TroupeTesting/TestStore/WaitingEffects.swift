import Troupe

/// The effects of a store that run and can't continue by themselves.
struct WaitingEffects {
  /// An effect, and its sleep on a clock; nil for an effect that waits for something else.
  struct Waiting {
    let effect: EffectSnapshot
    let sleep: Sleep?
  }

  struct Sleep {
    let deadline: TestClock.Instant
    /// The time of the clock.
    let now: TestClock.Instant
    /// Whether it isn't the clock of the test store, but another of the same scheduler.
    let isOnOtherClock: Bool

    var rest: Duration { now.duration(to: deadline) }
  }

  var effects: [Waiting]
  /// How long something outside is waited for.
  let limit: Duration

  /// The list, a line for each effect.
  var list: String {
    effects.map { "- \(describe($0))" }.joined(separator: "\n")
  }

  private func describe(_ waiting: Waiting) -> String {
    let effect = waiting.effect
    var text = "\(effect.name.map { "\"\(IssueText.name($0))\"" } ?? "the effect") at \(effect.location)"
    text +=
      effect.cause.base is DeclarationCause
      ? ", which the state declares with \(effect.cause)" : ", started by \(excerpt(effect.cause.base))"
    if !effect.scopePath.components.isEmpty { text += ", in \(effect.scopePath)" }
    if !effect.ids.isEmpty {
      text += ", cancellable by \(effect.ids.map(\.description).joined(separator: " and "))"
    }
    if let sleep = waiting.sleep {
      let (deadline, now) = (sleep.deadline.offset, sleep.now.offset)
      return text
        + (sleep.isOnOtherClock
          ? ": it sleeps until \(deadline) on a clock of its own, which stands at \(now)"
          : ": it sleeps until \(deadline), and the test's clock stands at \(now)")
    }
    if effect.isCancelled { text += ", cancelled, but not over" }
    return text + ": it waits for something outside of the test"
  }

  /// Advice on how they can continue in time, one sentence per line.
  var advice: String {
    var advice: [String] = []
    if sleeps(onOtherClock: false) {
      advice.append("Move the clock before this statement, with `await store.clock.advance(by:)`.")
    }
    if sleeps(onOtherClock: true) {
      advice.append(
        """
        A clock of its own is a `TestClock` that isn't `store.clock`. Move that before this statement, with its \
        `advance(by:)`, or give the feature the test's clock: it is `@Dependency(\\.continuousClock)`.
        """
      )
    }
    if effects.contains(where: { $0.sleep == nil }) {
      advice.append(
        """
        What is outside of the test was given \(limit). Override the dependency that waits for it, so that it answers \
        at once, or raise `store.outsideLimit`.
        """
      )
    }
    return advice.joined(separator: "\n")
  }

  /// Advice on how they can end with the test.
  var endingAdvice: String {
    if sleeps(onOtherClock: false) {
      return "If it ends by itself, move the clock on, with `await store.clock.advance(by:)`."
    }
    return sleeps(onOtherClock: true)
      ? "If it ends by itself, move the clock that it sleeps on, with `advance(by:)`."
      : "If it ends by itself, override the dependency that it waits for, so that it answers at once."
  }

  private func sleeps(onOtherClock isOther: Bool) -> Bool {
    effects.contains { $0.sleep?.isOnOtherClock == isOther }
  }
}
