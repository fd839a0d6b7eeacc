import TroupeDurable

/// What happened to one key of a storage: calls, with the order of their beginnings and ends.
///
/// As revisions are unique, and each save names the one that it replaces, the saves that took effect are a
/// chain. ``violations()`` finds out whether there is one chain that explains all answers, in an order that
/// fits the times of the calls: whether the calls are linearizable. That takes time in proportion to the
/// number of calls, and no search.
public struct StorageHistory: Sendable {
  /// What became of a save.
  public enum Outcome: Hashable, Sendable {
    case acknowledged
    /// It was refused: it must not have taken effect.
    case superseded
    /// It may have taken effect at any time after its beginning, or not.
    case unknown
  }

  /// A save: a conditional update.
  struct Save: Sendable {
    let expected: StorageRevision?
    let revision: StorageRevision
    let begin: Int
    /// The end of the call; nil if the outcome is unknown, as it may take effect later.
    let end: Int?
    let outcome: Outcome
  }

  /// A read.
  struct Read: Sendable {
    let revision: StorageRevision?
    let begin: Int
    let end: Int
  }

  /// A reason why the history can't have happened in a storage that keeps its rules.
  public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The kind of a ``Violation``.
    public enum Kind: String, Sendable {
      /// Two saves that took effect replaced the same revision.
      case fork
      /// A revision was read or replaced that nobody saved, or whose save was refused.
      case unsaved
      /// A call took effect before another one that had ended when it began.
      case order
      /// A read returned what had been replaced when it began.
      case staleRead
      /// A read returned what was saved only after its end.
      case earlyRead
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
  ///   - expected: The revision that it was to replace; nil for nothing.
  ///   - begin: A number that is larger than those of what happened before the call.
  ///   - end: A number that is larger than those of what happened before its end.
  ///   - outcome: What became of it.
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
  ///   - revision: What was there; nil for nothing.
  ///   - begin: A number that is larger than those of what happened before the call.
  ///   - end: A number that is larger than those of what happened before its end.
  public mutating func read(_ revision: StorageRevision?, from begin: Int, to end: Int) {
    reads.append(Read(revision: revision, begin: begin, end: end))
  }

  /// Returns why the history can't have happened; nothing if it can.
  public func violations() -> [Violation] {
    var violations: [Violation] = []
    let byRevision = Dictionary(saves.map { ($0.revision, $0) }) { first, _ in first }
    let effective = effectiveSaves(byRevision, &violations)
    let chain = chain(of: effective, &violations)
    checkOrder(chain, &violations)
    checkReads(chain, &violations)
    return violations
  }

  /// The saves that took effect: those that were acknowledged or read, and those that others replaced.
  private func effectiveSaves(
    _ byRevision: [StorageRevision: Save],
    _ violations: inout [Violation]
  ) -> [StorageRevision: Save] {
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
    var seen: Set<StorageRevision> = []
    var last: StorageRevision?
    while let save = next[last]?.min(by: { $0.begin < $1.begin }), seen.insert(save.revision).inserted {
      chain.append(save)
      last = save.revision
    }
    return chain
  }

  /// A save has to come after those that had ended when it began.
  private func checkOrder(_ chain: [Save], _ violations: inout [Violation]) {
    var latestBegin = Int.min
    for save in chain {
      if let end = save.end, end < latestBegin {
        violations.append(Violation(kind: .order, revision: save.revision))
      }
      latestBegin = max(latestBegin, save.begin)
    }
  }

  private func checkReads(_ chain: [Save], _ violations: inout [Violation]) {
    let positions = Dictionary(uniqueKeysWithValues: chain.enumerated().map { ($1.revision, $0 + 1) })
    // For each position, the latest beginning up to it, and the earliest end after it.
    var begins = [Int.min]
    for save in chain { begins.append(max(begins[begins.count - 1], save.begin)) }
    var ends = [Int.max]
    for save in chain.reversed() { ends.append(min(ends[ends.count - 1], save.end ?? .max)) }
    ends.reverse()
    for read in reads {
      // What isn't in the chain was found to be a violation before.
      guard let position = read.revision.map({ positions[$0] }) ?? 0 else { continue }
      if ends[position] < read.begin {
        violations.append(Violation(kind: .staleRead, revision: read.revision))
      }
      if begins[position] > read.end {
        violations.append(Violation(kind: .earlyRead, revision: read.revision))
      }
    }
  }
}
