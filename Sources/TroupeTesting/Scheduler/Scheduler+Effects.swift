import Troupe

extension Scheduler {
  /// Returns descriptions of the effects that are running in the scheduler's stores, for messages.
  ///
  /// The method runs jobs, because a store lists its effects on the store's executor. A store that is stuck
  /// on another executor is omitted.
  func runningEffects() async -> [String] {
    let listers = state.withLock { $0.listers.compactMap(\.lister) }
    guard !listers.isEmpty else { return [] }
    let answers = Answers(missing: listers.count)
    for lister in listers {
      Task(executorPreference: self) { answers.add(await lister.runningTexts()) }
    }
    for _ in 0..<10_000 where !answers.areComplete {
      if runNext() { continue }
      guard await waitForWork(within: .milliseconds(100)) else { break }
    }
    return answers.texts
  }

  /// Returns a paragraph for a message that lists the running effects.
  static func paragraph(of effects: [String]) -> String {
    guard !effects.isEmpty else { return "" }
    let shown = effects.prefix(20).map { "- \($0)" }
    let rest = effects.count > shown.count ? ["- … (\(effects.count - shown.count) more)"] : []
    return "These effects are still running:\n\n\((shown + rest).joined(separator: "\n"))\n\n"
  }

  /// Discards all remaining and future jobs, so that they never run.
  func abandon() {
    let (settling, waiters) = state.withLock { state in
      defer {
        state.isAbandoned = true
        state.jobs = []
        for sleep in state.sleeps { sleep.release() }
        state.sleeps = []
        state.settling = []
      }
      return (state.settling, state.takeWaiters())
    }
    for continuation in settling { continuation.resume() }
    for waiter in waiters { waiter.continuation.resume(returning: true) }
  }
}

/// Collects the lists of running effects that the stores return.
private final class Answers: Sendable {
  private let state: Locked<(texts: [String], missing: Int)>

  init(missing: Int) { state = Locked((texts: [], missing: missing)) }

  var texts: [String] { state.withLock { $0.texts } }
  var areComplete: Bool { state.withLock { $0.missing == 0 } }

  func add(_ texts: [String]) {
    state.withLock { state in
      state.texts += texts
      state.missing -= 1
    }
  }
}
