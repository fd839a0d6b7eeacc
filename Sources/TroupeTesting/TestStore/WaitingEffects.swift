import Troupe

/// What runs in a store and can't go on by itself.
struct WaitingEffects {
  /// An effect, and when the clock wakes it; nil for one that waits for something else.
  struct Waiting {
    let effect: EffectSnapshot
    let deadline: TestClock.Instant?
  }

  var effects: [Waiting] = []
  /// How long something outside was waited for in vain; nil where there is nothing outside to wait for.
  var limit: Duration?
  let now: TestClock.Instant

  /// The list, as the end of a message.
  var text: String {
    guard !effects.isEmpty else { return " Nothing is running." }
    var text = "\n\nStill running:"
    for waiting in effects {
      let reason =
        if let deadline = waiting.deadline {
          "; it sleeps until \(deadline.offset) on the test's clock, which stands at \(now.offset)"
        } else if waiting.effect.isCancelled {
          "; it goes on although it was cancelled"
        } else {
          "; it waits for something outside of the test"
        }
      text += "\n- \(waiting.effect)\(reason)"
    }
    if let limit { text += "\n\nWhat is outside of the test was waited for, for \(limit)." }
    return text
  }

  /// What to do, as the end of a message.
  var advice: String {
    if effects.contains(where: { $0.deadline != nil }) {
      return "Move the clock, with `await store.clock.advance(by:)`, or cancel the effects."
    }
    if effects.isEmpty { return "Look whether the effect that should send it was started, or was cancelled." }
    return
      "Override the dependencies that the effects wait for, raise the store's `outsideLimit`, or cancel the effects."
  }
}
