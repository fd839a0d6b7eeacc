import Troupe

/// What runs in a store and can't go on by itself.
struct WaitingEffects {
  /// An effect, and when the clock wakes it; nil for one that waits for something else.
  struct Waiting {
    let effect: EffectSnapshot
    let deadline: TestClock.Instant?
  }

  var effects: [Waiting]
  let now: TestClock.Instant
  /// How long something outside is waited for.
  let limit: Duration

  /// The list, a line for each effect.
  var list: String {
    effects.map { "- \(describe($0))" }.joined(separator: "\n")
  }

  private func describe(_ waiting: Waiting) -> String {
    let effect = waiting.effect
    var text = "\(effect.name.map { "\"\($0)\"" } ?? "the effect") at \(effect.location)"
    text += ", started by \(excerpt(effect.cause.base))"
    if !effect.scopePath.components.isEmpty { text += ", in \(effect.scopePath)" }
    if !effect.ids.isEmpty {
      text += ", cancellable by \(effect.ids.map(\.description).joined(separator: " and "))"
    }
    if let deadline = waiting.deadline {
      return text + ": it sleeps until \(deadline.offset), and the test's clock stands at \(now.offset)"
    }
    if effect.isCancelled { text += ", cancelled, but not over" }
    return text + ": it waits for something outside of the test"
  }

  /// What can be done so that they go on in time, a line for each sentence.
  var advice: String {
    var advice: [String] = []
    if effects.contains(where: { $0.deadline != nil }) {
      advice.append("Move the clock before this statement, with `await store.clock.advance(by:)`.")
    }
    if effects.contains(where: { $0.deadline == nil }) {
      advice.append(
        """
        What is outside of the test was given \(limit). Override the dependency that waits for it, so that it answers \
        at once, or raise `store.outsideLimit`.
        """
      )
    }
    return advice.joined(separator: "\n")
  }

  /// What can be done so that they end with the test.
  var endingAdvice: String {
    effects.contains { $0.deadline != nil }
      ? "If it ends by itself, move the clock on, with `await store.clock.advance(by:)`."
      : "If it ends by itself, override the dependency that it waits for, so that it answers at once."
  }
}
