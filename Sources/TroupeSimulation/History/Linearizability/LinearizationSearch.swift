/// The search for an order of calls in which a sequential object would return the same outputs.
///
/// The order must contain each required call, which is a call that returned, and may contain pending calls. A
/// call is after every call that ended before it started.
///
/// The algorithm is the depth-first search of Wing and Gong, “Testing and verifying concurrent objects”
/// (1993). As in Lowe, “Testing for linearizability” (2017), the search visits each combination of a set of
/// linearized calls and a state once. The search doesn't recurse, so its depth isn't limited by the stack.
///
/// Pending calls could multiply the combinations. Four rules prevent most of them without missing an order:
///
/// - The search skips a combination if another one has the same required calls, the same state, and a subset
///   of its pending calls. Every continuation is also a continuation from the other combination, because a
///   pending call is optional.
/// - Combinations that one more pending call leads to are visited before combinations that two more pending
///   calls lead to, because the former can make the latter superfluous.
/// - A pending call that leaves the state unchanged is never linearized.
/// - Pending calls with equal inputs are interchangeable, and are linearized in the order of their starts.
struct LinearizationSearch {
  enum Verdict: Equatable {
    case linearizable
    case illegal
    /// The search reached its limit.
    case undecided
  }

  /// A state with the pending calls that have led to it, as indices into `pending`.
  struct Start: Hashable {
    var state: Int
    var applied = CallSet()
  }

  private struct Visit: Hashable {
    let required: CallSet.Compact
    let state: Int
  }

  /// The pending calls of a visited combination.
  private struct Applied {
    let calls: CallSet
    /// Whether further pending calls have been tried, or are being tried.
    var isExpanded: Bool
  }

  let steps: StateSteps
  /// The calls that returned, and the other calls, each in the order of their starts.
  let required: [Operation]
  let pending: [Operation]
  private let starts: [Start]
  private let limit: Int

  /// For each pending call, the previous pending call with an equal input.
  private let twins: [Int?]
  private var events: EventList
  private var linearized = CallSet()
  private var applied = CallSet()
  private var remaining: Int
  private var frames: [SearchFrame] = []
  private var visited: [Visit: [Applied]] = [:]

  /// The number of visited combinations.
  private(set) var visits = 0
  /// The longest orders, if `recordsLongest` was set.
  private(set) var longest: LongestOrders
  private let recordsLongest: Bool
  /// The states that all required calls can lead to, if `collectsFinals` was set.
  private(set) var finals: [Start] = []
  private let collectsFinals: Bool

  /// The states that the search reached.
  var states: Set<Int> { Set(visited.keys.map(\.state)) }

  /// - Parameters:
  ///   - steps: The steps between the object's states. The initial state has the number 0.
  ///   - operations: The calls, in the order of their starts.
  ///   - starts: The states in which to start; nil for the model's initial state.
  ///   - limit: The maximum number of combinations to visit.
  ///   - recordsLongest: Whether to record the longest orders.
  ///   - collectsFinals: Whether to continue after an order was found, and to record all final states.
  init(
    _ steps: StateSteps,
    _ operations: [Operation],
    starts: [Start]? = nil,
    limit: Int,
    recordsLongest: Bool = false,
    collectsFinals: Bool = false
  ) {
    self.steps = steps
    required = operations.filter { $0.end != nil }
    pending = operations.filter { $0.end == nil }
    self.starts = starts ?? [Start(state: 0)]
    self.limit = limit
    self.recordsLongest = recordsLongest
    self.collectsFinals = collectsFinals
    twins = Self.twins(of: pending)
    events = EventList(required.map { ($0.start, $0.end ?? .max) })
    remaining = required.count
    longest = LongestOrders()
  }

  private static func twins(of pending: [Operation]) -> [Int?] {
    var last: [Int: Int] = [:]
    return pending.enumerated().map { index, operation in
      operation.input.flatMap { last.updateValue(index, forKey: $0) }
    }
  }

  /// Runs the search once.
  mutating func run() -> Verdict {
    for start in starts {
      applied = start.applied
      if visit(start.state, by: nil) { return .linearizable }
      while !frames.isEmpty {
        if visits > limit { return .undecided }
        let last = frames.count - 1
        if let candidate = frames[last].candidate {
          if frames[last].remaining > 0 {
            frames[last].remaining -= 1
            let state = steps.state(frames[last].result, frames[last].remaining)
            // A pending call that leaves the state unchanged is superfluous.
            if case .pending = candidate, state == frames[last].state { continue }
            if frames[last].isSecondRound {
              enterAgain(state, by: candidate)
            } else if enter(state, by: candidate) {
              return .linearizable
            }
          } else {
            findCandidate()
          }
        } else if let step = frames.removeLast().step {
          undo(step)
        }
      }
    }
    return finals.isEmpty ? .illegal : .linearizable
  }

  /// Linearizes a call. Returns whether this completes an order.
  private mutating func enter(_ state: Int, by step: LinearizationStep) -> Bool {
    apply(step)
    let depth = frames.count
    if visit(state, by: step) { return true }
    if frames.count == depth { undo(step) }
    return false
  }

  /// Linearizes a pending call again to try further pending calls, unless this is superfluous.
  private mutating func enterAgain(_ state: Int, by step: LinearizationStep) {
    let bound = frames[frames.count - 1].bound
    apply(step)
    let visit = Visit(required: linearized.compact, state: state)
    guard let index = visited[visit]?.firstIndex(where: { $0.calls == applied && !$0.isExpanded }) else {
      return undo(step)
    }
    visited[visit]?[index].isExpanded = true
    frames.append(SearchFrame(state: state, step: step, bound: bound))
    findCandidate()
  }

  private mutating func apply(_ step: LinearizationStep) {
    switch step {
    case .required(let index):
      linearized.insert(index)
      events.remove(index)
      remaining -= 1
    case .pending(let index):
      applied.insert(index)
    }
  }

  private mutating func undo(_ step: LinearizationStep) {
    switch step {
    case .required(let index):
      linearized.remove(index)
      events.restore(index)
      remaining += 1
    case .pending(let index):
      applied.remove(index)
    }
  }

  /// Adds a frame for the current combination, unless it is superfluous. Returns whether an order is
  /// complete.
  private mutating func visit(_ state: Int, by step: LinearizationStep?) -> Bool {
    let visit = Visit(required: linearized.compact, state: state)
    var triesPending = true
    if case .pending = step { triesPending = false }
    let new = Applied(calls: applied, isExpanded: triesPending)
    guard Self.add(new, to: &visited[visit, default: []]) else { return false }
    visits += 1
    if remaining == 0 {
      guard collectsFinals else { return true }
      finals.append(Start(state: state, applied: applied))
    }
    let place = events.place(after: EventList.head)
    frames.append(SearchFrame(state: state, step: step, place: place, triesPending: triesPending))
    findCandidate()
    if recordsLongest { recordLongest(state) }
    return false
  }

  /// Adds a set to sets of which none contains another one. Returns false if one of them is a subset.
  private static func add(_ new: Applied, to sets: inout [Applied]) -> Bool {
    if sets.contains(where: { $0.calls.isSubset(of: new.calls) }) { return false }
    sets.removeAll { new.calls.isSubset(of: $0.calls) }
    sets.append(new)
    return true
  }

  /// Finds the next call that can be linearized in the last frame. Required calls are tried first, because
  /// most pending calls have no effect on the other calls.
  private mutating func findCandidate() {
    var frame = frames[frames.count - 1]
    defer { frames[frames.count - 1] = frame }
    frame.candidate = nil
    while frame.bound == nil {
      guard let event = events.event(at: frame.place) else {
        frame.bound = .max
        break
      }
      guard event.isStart else {
        frame.bound = event.order
        break
      }
      frame.place = events.place(after: frame.place)
      if frame.propose(.required(event.index), steps.result(frame.state, required[event.index]), steps) {
        return
      }
    }
    guard frame.triesPending else { return }
    if findPending(&frame) || frame.isSecondRound || !frame.hasPending { return }
    frame.isSecondRound = true
    frame.nextPending = 0
    _ = findPending(&frame)
  }

  /// Finds the next pending call that can be linearized. Returns false if there is none.
  private func findPending(_ frame: inout SearchFrame) -> Bool {
    while frame.nextPending < pending.count, pending[frame.nextPending].start < frame.bound ?? .max {
      let index = frame.nextPending
      frame.nextPending += 1
      if applied.contains(index) { continue }
      if let twin = twins[index], !applied.contains(twin) { continue }
      if frame.propose(.pending(index), steps.result(frame.state, pending[index]), steps) {
        frame.hasPending = true
        return true
      }
    }
    return false
  }

  private mutating func recordLongest(_ state: Int) {
    let count = required.count - remaining
    guard count >= longest.count else { return }
    var blocked: [Int] = []
    var place = events.place(after: EventList.head)
    while let event = events.event(at: place), event.isStart {
      blocked.append(event.index)
      place = events.place(after: place)
    }
    let order = frames.compactMap(\.step)
    longest.record(.init(order: order, state: state, blocked: blocked), count: count)
  }
}
