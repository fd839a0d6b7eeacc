/// The text of a counterexample: the calls, the longest orders, and the reasons why no call can be next.
struct CounterexampleText<State: Hashable, Input: Sendable, Output: Sendable> {
  private static var maximumStates: Int { 5 }
  /// The maximum number of calls to name from an order; of a longer order, the last calls are named.
  private static var maximumOrder: Int { 20 }

  let counterexample: Counterexample<State, Input, Output>
  /// The name of the key, such as ` for the key "a"`; empty if there is only one key.
  let ofKey: String

  private var table: StateTable<State, Input, Output> { counterexample.table }

  var violation: HistoryViolation {
    let calls = (counterexample.operations.map { table.calls[$0.index] } + counterexample.suspects)
      .sorted { $0.startOrder < $1.startOrder }
    return HistoryViolation(
      check: "linearizable",
      calls: calls.map(\.number),
      paragraphs: [
        "The history isn't linearizable\(ofKey): no order of these calls explains their outcomes.",
        HistoryTable.text(of: calls, until: counterexample.lastOrder),
        omissions,
        longest,
        suspects,
      ],
      lastOrder: counterexample.lastOrder
    )
  }

  // MARK: Omitted calls

  private var omissions: String {
    var lines: [String] = []
    if let starts = counterexample.starts {
      let pending = counterexample.last.pending
      let states = starts.map { start in
        let applied = pending.indices.filter(start.applied.contains).map {
          "\(table.calls[pending[$0].index].number)"
        }
        let state = HistoryTable.value(table.states[start.state])
        return applied.isEmpty ? state : "\(state) (if \(Self.subject(applied, isFirst: false)) took effect)"
      }
      let omitted = counterexample.removedBeginning
      lines.append(
        "The table omits \(omitted) earlier \(omitted == 1 ? "call, which leads" : "calls, which lead") "
          + "to the state \(HistoryTable.list(states, "or"))."
      )
    }
    let reads = counterexample.removedReads
    if reads > 0 {
      lines.append(
        "The table omits \(reads) \(reads == 1 ? "call that doesn't" : "calls that don't") change the state."
      )
    }
    return lines.joined(separator: "\n")
  }

  // MARK: The longest orders

  private var longest: String {
    let search = counterexample.last
    guard let end = search.longest.ends.first else { return "" }
    let numbers = end.order.suffix(Self.maximumOrder).map { "\(call($0, search).number)" }
    let order = (end.order.count > numbers.count ? ["…"] : []) + numbers
    let state = HistoryTable.value(table.states[end.state])
    let beginning =
      order.isEmpty
      ? "No call can be first in the state \(state):"
      : "The longest possible order is \(order.joined(separator: ", ")), which leads to the state \(state). "
        + "No call can be next:"
    return beginning + "\n" + reasons(search).joined(separator: "\n")
  }

  /// Returns a line for each required call that could be next in a longest order.
  private func reasons(_ search: LinearizationSearch) -> [String] {
    var states: [Int: [Int]] = [:]
    for end in search.longest.ends {
      for index in end.blocked where !(states[index]?.contains(end.state) ?? false) {
        states[index, default: []].append(end.state)
      }
    }
    return states.sorted { $0.key < $1.key }.map { index, states in
      let call = table.calls[search.required[index].index]
      let reason = reason(call, states.map { table.states[$0] })
      return "- Call \(call.number) \(HistoryTable.outcome(of: call)), \(reason)."
    }
  }

  private func reason(_ call: History<Input, Output>.Call, _ states: [State]) -> String {
    let shown = states.prefix(Self.maximumStates)
    let more = states.count > shown.count ? ["… (\(states.count - shown.count) more)"] : []
    guard let output = table.model.output else {
      let list = HistoryTable.list(shown.map { HistoryTable.value($0) } + more)
      return "which is impossible in the \(states.count == 1 ? "state" : "states") \(list)"
    }
    let text = { state in HistoryTable.value(output(state, call.input)) }
    let first = text(states[0])
    if states.count > 2, states.allSatisfy({ text($0) == first }) {
      return
        "but it returns \(first) in each of \(states.count) possible states, such as \(HistoryTable.value(states[0]))"
    }
    let outputs = shown.map { state in
      "\(HistoryTable.value(output(state, call.input))) in the state \(HistoryTable.value(state))"
    }
    return "but it returns \(HistoryTable.list(outputs + more))"
  }

  private func call(_ step: LinearizationStep, _ search: LinearizationSearch) -> History<Input, Output>.Call {
    switch step {
    case .required(let index): table.calls[search.required[index].index]
    case .pending(let index): table.calls[search.pending[index].index]
    }
  }

  // MARK: Failed calls

  private var suspects: String {
    let numbers = counterexample.suspects.map { "\($0.number)" }
    guard !numbers.isEmpty else { return "" }
    let condition = numbers.count == 1 ? "this call had" : "any of these calls had"
    return "\(Self.subject(numbers)) failed. The calls would be linearizable if \(condition) taken effect."
  }

  private static func subject(_ numbers: [String], isFirst: Bool = true) -> String {
    let start = isFirst ? "C" : "c"
    return "\(start)all\(numbers.count == 1 ? "" : "s") \(HistoryTable.list(numbers))"
  }
}
