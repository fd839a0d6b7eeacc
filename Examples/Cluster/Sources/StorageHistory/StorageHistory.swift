import TroupeDurable

/// The history of one key of a storage: calls, with the order of their beginnings and ends.
///
/// Revisions are unique, and each save names the revision that it replaces, so the saves that took effect are
/// a chain. ``violations()`` determines whether one chain explains all answers, in an order that fits the
/// times of the calls: whether the effective saves and the reads are linearizable. A rejected save is checked
/// separately: at some time of the call, another revision than the expected one has to have been there. The
/// time that the check takes is proportional to the number of calls, without a search.
public struct StorageHistory: Sendable {
  /// The outcome of a save.
  public enum Outcome: Hashable, Sendable {
    case acknowledged
    /// It was rejected: it must not have taken effect.
    case superseded
    /// It may have taken effect at any time after its beginning, or not.
    case unknown
  }

  /// A save: a conditional update.
  struct Save: Sendable {
    let expected: StorageRevision?
    let revision: StorageRevision
    let begin: Int
    /// The end of the call; nil if the outcome is unknown, because it may take effect later.
    let end: Int?
    let outcome: Outcome
  }

  /// A read.
  struct Read: Sendable {
    let revision: StorageRevision?
    let begin: Int
    let end: Int
  }

  /// A reason why the history is impossible in a storage that keeps its rules.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a ``Violation``.
    public enum Kind: String, Sendable {
      /// Two effective saves replaced the same revision.
      case fork
      /// A revision was read or replaced that was never saved, or whose save was rejected.
      case unsaved
      /// Effective saves replaced one another in a circle.
      case circle
      /// Two saves had the same revision.
      case repeated
      /// A call took effect before another call that had ended when it began.
      case order
      /// A read returned a value that had been replaced when the read began, or that an earlier read had
      /// found replaced.
      case staleRead
      /// A read returned a value that was saved only after the read's end.
      case earlyRead
      /// A save was rejected although the expected revision was there all the time.
      case refusal
    }

    /// The kind.
    public let kind: Kind
    /// The revision at which it was noticed; nil for none.
    public let revision: StorageRevision?

    /// The kind and the revision.
    public var description: String { "\(kind.rawValue) at \(revision.map { "\($0)" } ?? "the beginning")" }
  }

  private var saves: [Save] = []
  private var reads: [Read] = []

  /// Creates an empty history, of a key without a value.
  public init() {}

  /// Adds a save.
  ///
  /// - Parameters:
  ///   - revision: The new revision.
  ///   - expected: The revision that it was to replace; nil for none.
  ///   - begin: A number that is larger than the numbers of earlier events.
  ///   - end: A number that is larger than the numbers of the events before its end.
  ///   - outcome: The outcome.
  public mutating func save(
    _ revision: StorageRevision,
    expecting expected: StorageRevision?,
    from begin: Int,
    to end: Int,
    _ outcome: Outcome
  ) {
    let end = outcome == .unknown ? nil : end
    saves.append(Save(expected: expected, revision: revision, begin: begin, end: end, outcome: outcome))
  }

  /// Adds a read.
  ///
  /// - Parameters:
  ///   - revision: The revision that was there; nil for none.
  ///   - begin: A number that is larger than the numbers of earlier events.
  ///   - end: A number that is larger than the numbers of the events before its end.
  public mutating func read(_ revision: StorageRevision?, from begin: Int, to end: Int) {
    reads.append(Read(revision: revision, begin: begin, end: end))
  }

  /// Returns why the history is impossible; nothing if it is possible.
  public func violations() -> [Violation] {
    var violations: [Violation] = []
    let effective = effectiveSaves(&violations)
    let chain = chain(of: effective, &violations)
    checkTimes(chain, &violations)
    return violations
  }

  /// The saves that took effect: saves that were acknowledged, read or replaced.
  private func effectiveSaves(_ violations: inout [Violation]) -> [StorageRevision: Save] {
    var byRevision: [StorageRevision: Save] = [:]
    for save in saves where byRevision.updateValue(save, forKey: save.revision) != nil {
      violations.append(Violation(kind: .repeated, revision: save.revision))
    }
    var effective: [StorageRevision: Save] = [:]
    var rest = saves.filter { $0.outcome == .acknowledged }.map(\.revision) + reads.compactMap(\.revision)
    while let revision = rest.popLast() {
      guard effective[revision] == nil else { continue }
      guard let save = byRevision[revision], save.outcome != .superseded else {
        violations.append(Violation(kind: .unsaved, revision: revision))
        continue
      }
      effective[revision] = save
      if let expected = save.expected { rest.append(expected) }
    }
    return effective
  }

  /// The saves in the order in which they replaced one another.
  private func chain(of effective: [StorageRevision: Save], _ violations: inout [Violation]) -> [Save] {
    let next = Dictionary(grouping: effective.values) { $0.expected }
    for (expected, saves) in next where saves.count > 1 {
      violations.append(Violation(kind: .fork, revision: expected))
    }
    var chain: [Save] = []
    var last: StorageRevision?
    // The walk ends: a save that follows nothing, or follows one that does, isn't in a circle.
    while let save = next[last]?.min(by: { $0.begin < $1.begin }) {
      chain.append(save)
      last = save.revision
    }
    checkCircles(effective, &violations)
    return chain
  }

  /// From each effective save, the way back ends at nothing, or at a revision that wasn't saved.
  private func checkCircles(_ effective: [StorageRevision: Save], _ violations: inout [Violation]) {
    var known: Set<StorageRevision> = []
    for start in effective.keys {
      var way: Set<StorageRevision> = []
      var revision: StorageRevision? = start
      while let there = revision, let save = effective[there], !known.contains(there) {
        guard way.insert(there).inserted else {
          violations.append(Violation(kind: .circle, revision: there))
          break
        }
        revision = save.expected
      }
      known.formUnion(way)
    }
  }

  /// Checks that the calls fit their times.
  ///
  /// The chain gives each call a place: a save comes after the reads of what it replaces, and before the
  /// reads of its revision. An order of all calls exists if no call has ended before the beginning of a
  /// call that has to come earlier.
  private func checkTimes(_ chain: [Save], _ violations: inout [Violation]) {
    // The position of a revision is the number of saves up to its own.
    let positions = Dictionary(uniqueKeysWithValues: chain.enumerated().map { ($1.revision, $0 + 1) })
    var readsAt: [[Read]] = Array(repeating: [], count: chain.count + 1)
    for read in reads {
      // A call outside the chain has already been reported as a violation.
      guard let position = read.revision.map({ positions[$0] }) ?? 0 else { continue }
      readsAt[position].append(read)
    }
    // The latest beginnings of the saves and of the reads up to a place.
    var save = Int.min
    var read = (begin: Int.min, revision: StorageRevision?.none)
    var stale: Set<StorageRevision?> = []
    // For each save of the chain, the latest beginning of it and the calls before it.
    var begins: [Int] = []
    for (position, reads) in readsAt.enumerated() {
      if position > 0 {
        let next = chain[position - 1]
        if let end = next.end, end < save {
          violations.append(Violation(kind: .order, revision: next.revision))
        } else if let end = next.end, end < read.begin {
          stale.insert(read.revision)
        }
        save = max(save, next.begin)
        begins.append(max(save, read.begin))
      }
      for read in reads where read.end < save {
        violations.append(Violation(kind: .earlyRead, revision: read.revision))
      }
      for next in reads where next.end < read.begin { stale.insert(read.revision) }
      for next in reads where next.begin > read.begin { read = (next.begin, next.revision) }
    }
    violations += stale.map { Violation(kind: .staleRead, revision: $0) }
    // A save without a known outcome may have replaced the last revision.
    let unheard = saves.filter { $0.outcome == .unknown && $0.expected == chain.last?.revision }
    if let begin = unheard.map(\.begin).min() { begins.append(max(save, read.begin, begin)) }
    // For each save of the chain, the earliest end of it and the calls after it.
    var ends: [Int] = []
    var earliestEnd = Int.max
    for position in readsAt.indices.reversed() {
      for read in readsAt[position] { earliestEnd = min(earliestEnd, read.end) }
      if position > 0 {
        earliestEnd = min(earliestEnd, chain[position - 1].end ?? .max)
        ends.append(earliestEnd)
      }
    }
    ends.reverse()
    checkRefusals(positions, begins, ends, &violations)
  }

  /// Checks that another revision than the expected one was there when a save was rejected.
  private func checkRefusals(
    _ positions: [StorageRevision: Int],
    _ begins: [Int],
    _ ends: [Int],
    _ violations: inout [Violation]
  ) {
    for save in saves where save.outcome == .superseded {
      // A revision outside the chain was never there.
      guard let end = save.end, let position = save.expected.map({ positions[$0] }) ?? 0 else { continue }
      // Before the expected revision was saved, or after it was replaced.
      let wasBefore = position > 0 && save.begin <= ends[position - 1]
      let wasAfter = position < begins.count && begins[position] <= end
      if !wasBefore, !wasAfter { violations.append(Violation(kind: .refusal, revision: save.revision)) }
    }
  }
}
