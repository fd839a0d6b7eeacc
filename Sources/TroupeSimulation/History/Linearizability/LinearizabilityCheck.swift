/// The check of each key's calls.
struct LinearizabilityCheck<State: Hashable, Input: Sendable, Output: Sendable, Key: Hashable> {
  typealias Call = History<Input, Output>.Call

  let model: SequentialModel<State, Input, Output>
  let key: (Input) -> Key
  let limit: Int

  /// Returns the violation of the first key whose calls are not linearizable; nil if all are.
  ///
  /// A key is checked by itself, because linearizability is local: a history is linearizable if and only if
  /// the calls of each object are (Herlihy and Wing, 1990).
  func violation(by calls: [Call]) -> HistoryViolation? {
    var groups: [(key: Key, calls: [Call])] = []
    var places: [Key: Int] = [:]
    for call in calls {
      let key = key(call.input)
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append((key, []))
      }
      groups[place].calls.append(call)
    }
    var undecided: HistoryViolation?
    for (key, calls) in groups {
      let ofKey = key is OneKey ? "" : " for the key \(HistoryTable.value(key))"
      let table = StateTable(model, calls)
      let steps = table.makeSteps()
      var search = LinearizationSearch(steps, table.operations(), limit: limit)
      switch search.run() {
      case .linearizable: break
      case .illegal:
        let counterexample = Counterexample(table, steps, visits: search.visits, limit: limit)
        return CounterexampleText(counterexample: counterexample, ofKey: ofKey).violation
      case .undecided:
        undecided = undecided ?? Self.undecided(calls, ofKey: ofKey, limit: limit)
      }
    }
    return undecided
  }

  private static func undecided(_ calls: [Call], ofKey: String, limit: Int) -> HistoryViolation {
    let unknown = calls.count { if case .unknown = $0.outcome { true } else { false } }
    return HistoryViolation(
      check: "linearizable",
      calls: calls.map(\.number),
      paragraphs: [
        """
        The check couldn't decide within \(limit) steps whether the history is linearizable\(ofKey). It has \
        \(calls.count) calls, of which \(unknown) have an unknown outcome. Increase the limit, use more keys, or \
        make fewer calls with unknown outcomes.
        """
      ]
    )
  }
}
