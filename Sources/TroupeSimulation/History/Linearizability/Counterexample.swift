/// A small part of a history that isn't linearizable.
///
/// The counterexample is found in three steps, each of which preserves the proof that the whole history isn't
/// linearizable:
///
/// 1. Only the shortest illegal beginning is kept. Each beginning of a linearizable history is linearizable,
///    if its running calls count as pending. Therefore, bisection finds the shortest one.
/// 2. Calls that don't change the state are removed. See ``removeReads()``.
/// 3. If many calls are left, the first ones are replaced with the states that they lead to. See ``cut()``.
struct Counterexample<State: Hashable, Input: Sendable, Output: Sendable> {
  typealias Call = History<Input, Output>.Call
  typealias Search = LinearizationSearch

  /// The number of calls that a counterexample may have before its first calls are removed.
  private static var comfortableCount: Int { 12 }
  /// The maximum number of states that a counterexample may start in.
  private static var maximumStarts: Int { 4 }
  /// The maximum number of pairs of a state and a call for which to test whether the call is a read.
  private static var maximumReadTests: Int { 2_000_000 }
  /// The maximum number of points at which to try to cut.
  private static var maximumCuts: Int { 20 }
  /// The maximum number of failed calls to examine.
  private static var maximumFailed: Int { 20 }

  let table: StateTable<State, Input, Output>
  private let steps: StateSteps
  private let limit: Int
  /// The number of combinations that the searches for a smaller counterexample may still visit.
  private var budget: Int

  /// The position of the last event.
  private(set) var lastOrder: Int
  private(set) var operations: [Operation]
  /// The number of removed calls that don't change the state.
  private(set) var removedReads = 0
  /// The number of calls before the first state in `starts`.
  private(set) var removedBeginning = 0
  /// The states in which the counterexample starts, with the pending calls that took effect before; nil if
  /// the counterexample begins in the initial state.
  private(set) var starts: [Search.Start]?
  /// The failed calls that would explain the history if they had taken effect.
  private(set) var suspects: [Call] = []
  /// The search of the counterexample's calls, with the longest orders.
  private(set) var last: Search

  /// Finds a counterexample in an illegal history.
  ///
  /// - Parameters:
  ///   - table: The calls.
  ///   - steps: The steps between the table's states.
  ///   - visits: The number of combinations that the search for the violation visited. The search for a small
  ///     counterexample visits at most about four times as many, and 50,000.
  ///   - limit: The maximum number of combinations to visit in one search.
  init(_ table: StateTable<State, Input, Output>, _ steps: StateSteps, visits: Int, limit: Int) {
    self.table = table
    self.steps = steps
    self.limit = limit
    budget = 4 * visits + 50_000
    operations = table.operations()
    lastOrder = operations.compactMap { $0.end }.max() ?? 0
    last = Search(steps, [], limit: limit)
    findBeginning()
    findSuspects()
    removeReads()
    cut()
    last = Search(steps, operations, starts: starts, limit: limit, recordsLongest: true)
    _ = last.run()
  }

  /// Returns the search of some calls if it proves that they are not linearizable, and otherwise nil.
  private mutating func proof(
    _ operations: [Operation],
    starts: [Search.Start]? = nil
  ) -> Search? {
    guard budget > 0 else { return nil }
    var search = Search(steps, operations, starts: starts, limit: min(limit, budget))
    let verdict = search.run()
    budget -= search.visits
    return verdict == .illegal ? search : nil
  }

  // MARK: The shortest beginning

  private mutating func findBeginning() {
    let ends = operations.compactMap { $0.end }.sorted()
    var (legal, illegal) = (-1, ends.count - 1)
    while illegal - legal > 1 {
      let middle = (legal + illegal) / 2
      let beginning = table.operations(until: ends[middle])
      if proof(beginning) != nil {
        illegal = middle
        operations = beginning
        lastOrder = ends[middle]
      } else {
        legal = middle
      }
    }
    // The last call that ended is the first one that no order explains.
    operations = table.operations(until: lastOrder)
  }

  // MARK: Failed calls

  /// Finds the failed calls that would make the history linearizable if they had taken effect, because an
  /// object that doesn't undo a failed call is a likely cause.
  private mutating func findSuspects() {
    let failed = table.calls.indices.filter { index in
      if case .failed = table.calls[index].outcome { true } else { false }
    }
    for index in failed.filter({ table.calls[$0].startOrder < lastOrder }).suffix(Self.maximumFailed) {
      guard budget > 0, let operation = table.operation(index, countingFailed: true) else { continue }
      let extended = (operations + [operation]).sorted { $0.start < $1.start }
      var search = Search(steps, extended, limit: min(limit, budget))
      if search.run() == .linearizable { suspects.append(table.calls[index]) }
      budget -= search.visits
    }
  }

  // MARK: Calls that don't change the state

  /// Removes calls that don't change the state, such as reads, as long as the rest is illegal.
  ///
  /// A call may be removed if the search of the rest is exhaustive and illegal, and the call changes none of
  /// the states that this search reached. Such a removal is sound: assume that the complete history has a
  /// linearization. By induction, each of its beginnings, without the removed calls, is an order that the
  /// search examined or skipped in favor of an order with the same state. Therefore, the search reached each
  /// state of the linearization, and the removed calls changed none of these states. Without these calls, the
  /// linearization is a linearization of the rest, which has none.
  ///
  /// It would not be sound to remove a call that changes a state, even if the rest is illegal. For example,
  /// without a write of 2, a read of 2 is illegal.
  ///
  /// A call that returned an output that is possible in none of the states is kept. The proof would be
  /// correct without the call, but the call is probably a part of the problem.
  private mutating func removeReads() {
    guard let search = proof(operations) else { return }
    let states = search.states
    guard states.count * operations.count <= Self.maximumReadTests else { return }
    let all = operations.filter { $0.end != lastOrder && isRead($0, states) }
    let allReads = Set(all.map(\.start))
    var size = allReads.count
    while size > 0, budget > 0 {
      var reads = operations.map(\.start).filter(allReads.contains)
      while !reads.isEmpty {
        let chunk = Set(reads.suffix(size))
        reads.removeLast(min(size, reads.count))
        remove(chunk)
      }
      size /= 2
    }
  }

  /// Removes the operations with some starts, except those that may change the state, if the rest is illegal.
  private mutating func remove(_ chunk: Set<Int>) {
    var chunk = chunk
    while !chunk.isEmpty {
      let rest = operations.filter { !chunk.contains($0.start) }
      guard let search = proof(rest) else { return }
      let states = search.states
      guard removed.allSatisfy({ isRead($0, states) }) else { return }
      let candidates = operations.filter { chunk.contains($0.start) }
      // Without the removed calls, the search can reach further states, which a call may change.
      let changing = candidates.filter { !isRead($0, states) }
      if changing.isEmpty {
        operations = rest
        removed += candidates
        removedReads = removed.count
        return
      }
      chunk.subtract(changing.map(\.start))
    }
  }

  private var removed: [Operation] = []

  /// Returns whether an operation changes none of some states, and is possible in at least one of them.
  private func isRead(_ operation: Operation, _ states: Set<Int>) -> Bool {
    var isPossible = false
    for state in states {
      let next = steps.states(state, operation)
      if next.contains(where: { $0 != state }) { return false }
      if !next.isEmpty { isPossible = true }
    }
    return isPossible
  }

  // MARK: The first calls

  /// Replaces the first calls with the states that they can lead to, if many calls are left.
  ///
  /// The history is cut at a point at which no call that returned is running. Every linearization contains
  /// the calls that returned before this point first, among pending calls. Therefore, it passes through one
  /// of the states that an exhaustive search of these calls finds, together with the pending calls that led
  /// there. Pending calls from before the cut are kept, because they can still take effect.
  private mutating func cut() {
    let count = operations.count
    guard count > Self.comfortableCount else { return }
    var latestEnd = 0
    var cuts: [Int] = []
    for (index, operation) in operations.enumerated() {
      if index > 0, latestEnd < operation.start, count - index >= Self.comfortableCount / 2 {
        cuts.append(index)
      }
      latestEnd = max(latestEnd, operation.end ?? 0)
    }
    for index in cuts.suffix(Self.maximumCuts).reversed() {
      guard budget > 0 else { return }
      if cut(at: index) { return }
    }
  }

  /// Cuts before an operation. Returns false if this isn't possible or doesn't result in a small table.
  private mutating func cut(at index: Int) -> Bool {
    let first = Array(operations[..<index])
    var search = Search(steps, first, limit: min(limit, budget), collectsFinals: true)
    let verdict = search.run()
    budget -= search.visits
    guard verdict == .linearizable, search.finals.count <= Self.maximumStarts else { return false }
    let rest = first.filter { $0.end == nil } + operations[index...]
    guard rest.count < operations.count, proof(rest, starts: search.finals) != nil else { return false }
    removedBeginning = operations.count - rest.count
    starts = search.finals
    operations = rest
    return true
  }
}
