/// The waits of effects, for the detection of deadlocks. A wait that completes a deadlock would never end.
///
/// There is one table for all stores, because effects of different stores can wait for one another. The table
/// contains only the waits of effects, so a wait outside effects doesn't use the table.
struct WaitGraph {
  /// The target or the source of a wait. The source is the cascade of the waiting effect.
  enum Awaited: Hashable {
    /// The effects of an action, in the runtime identified by this reference.
    case cascade(ObjectIdentifier, CascadeID)
    /// All effects of a runtime.
    case runtime(ObjectIdentifier)

    var runtime: ObjectIdentifier {
      switch self {
      case .cascade(let runtime, _), .runtime(let runtime): runtime
      }
    }
  }

  struct Wait {
    let number: UInt64
    let target: Awaited
    /// The label of the waiting effect.
    let label: String
  }

  static let all = Locked(WaitGraph())

  private(set) var waits: [Awaited: [Wait]] = [:]
  private var lastNumber: UInt64 = 0

  /// Records the wait of an effect. If the wait would complete a deadlock, the wait isn't recorded, and the
  /// result is the cycle of waiting effects.
  mutating func begin(_ source: Awaited, for target: Awaited, label: String) -> Result<UInt64, Cycle> {
    if let cycle = path(from: target, to: source) { return .failure(Cycle(labels: [label] + cycle)) }
    lastNumber += 1
    waits[source, default: []].append(Wait(number: lastNumber, target: target, label: label))
    return .success(lastNumber)
  }

  mutating func end(_ number: UInt64, of source: Awaited) {
    waits[source]?.removeAll { $0.number == number }
    if waits[source]?.isEmpty == true { waits[source] = nil }
  }

  /// Returns the labels of the effects on the path from the start to the end; nil if there is no path.
  private func path(from start: Awaited, to end: Awaited) -> [String]? {
    var seen: Set<Awaited> = [start]
    var pending: [(awaited: Awaited, labels: [String])] = [(start, [])]
    while let (awaited, labels) = pending.popLast() {
      if awaited == end || awaited == .runtime(end.runtime) { return labels }
      let sources =
        if case .runtime(let runtime) = awaited {
          waits.keys.filter { $0.runtime == runtime }
        } else {
          [awaited]
        }
      for wait in sources.flatMap({ waits[$0] ?? [] }) where seen.insert(wait.target).inserted {
        pending.append((wait.target, labels + [wait.label]))
      }
    }
    return nil
  }

  /// Effects that would wait for one another forever.
  struct Cycle: Error {
    let labels: [String]
  }
}

extension WaitGraph {
  /// Runs a wait and, if the current task belongs to an effect, records that the effect is waiting.
  ///
  /// - Parameters:
  ///   - target: The target of the wait.
  ///   - call: The waiting call, for the issue.
  ///   - wait: Performs the wait. If the wait would complete a deadlock, this closure isn't called, and an
  ///     issue is reported.
  /// - Returns: Whether the wait took place.
  static nonisolated(nonsending) func wait(
    for target: Awaited,
    _ call: String,
    _ wait: nonisolated(nonsending) () async -> Void
  ) async -> Bool {
    guard let effect = RunningEffect.ofCurrentTask, let source = await effect.awaited(on: effect.isolation)
    else {
      await wait()
      return true
    }
    switch all.withLock({ $0.begin(source, for: target, label: effect.label) }) {
    case .success(let number):
      await wait()
      all.withLock { $0.end(number, of: source) }
      return true
    case .failure(let cycle):
      reportIssue(cycle.message(call), at: effect.location)
      return false
    }
  }
}

extension WaitGraph.Cycle {
  func message(_ call: String) -> String {
    if labels.count == 1 {
      return """
        The effect \(labels[0]) called `\(call)`, which waits until this effect has ended and would never return. The call \
        doesn't wait.

        Call it outside the effect, or in a `Task { … }` that the effect doesn't wait for. To run work after an effect, \
        put the work behind the effect in a `.concatenate`.
        """
    }
    return """
      The effect \(labels[0]) called `\(call)` and would wait forever: these effects are waiting for each other in a cycle. The call \
      doesn't wait.

      \(labels.map { "- \($0)" }.joined(separator: "\n"))

      Let one effect continue before the others have ended: wait for a state or an action, or put the work that follows \
      both effects behind them in a `.concatenate`.
      """
  }
}

extension RunningEffect {
  /// Returns the effect's cascade as the source of a wait; nil if the effect has ended or its store was
  /// released.
  fileprivate func awaited(on isolation: isolated any Actor) -> WaitGraph.Awaited? {
    host.cascade(of: self).map { .cascade(ObjectIdentifier(host), $0) }
  }
}
