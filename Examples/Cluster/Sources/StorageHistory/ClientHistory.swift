import TroupeDurable

/// What the clients of one key have requested, and which answers they got: a history without access to the
/// storage.
///
/// Each change has a unique number. The state keeps the last numbers, in order. An answer has these numbers,
/// and therefore shows which change came before which. From them, ``violations()`` makes a
/// ``StorageHistory``, in which an unanswered change has an unknown outcome.
public struct ClientHistory: Sendable {
  /// The number of a change.
  public typealias Number = StorageRevision

  /// The last changes of a state.
  public struct Tail: Sendable {
    /// The number of changes before those.
    public var before: Int
    /// The last changes, the newest at the end.
    public var numbers: [Number]

    /// Creates the end of a sequence of changes.
    public init(before: Int, numbers: [Number]) {
      self.before = before
      self.numbers = numbers
    }
  }

  private struct Change {
    let begin: Int
    var end: Int?
    var outcome = StorageHistory.Outcome.unknown
  }

  private struct Read {
    let number: Number?
    let begin: Int
    let end: Int
  }

  private var changes: [Number: Change] = [:]
  /// The change that preceded each change, as far as it is known; nil for the first.
  private var predecessors: [Number: Number?] = [:]
  private var reads: [Read] = []
  private var contradictions: [StorageHistory.Violation] = []

  /// Creates an empty history.
  public init() {}

  /// Records that a change was requested. Until there is an answer, its outcome is unknown.
  public mutating func begin(_ number: Number, at time: Int) { changes[number] = Change(begin: time) }

  /// Records that a change was acknowledged, with the resulting state. That may be long after its caller has
  /// given up.
  public mutating func acknowledge(_ number: Number, at time: Int, _ tail: Tail) {
    if tail.numbers.last != number {
      contradictions.append(StorageHistory.Violation(kind: .unsaved, revision: number))
    }
    changes[number]?.outcome = .acknowledged
    changes[number]?.end = time
    learn(tail)
  }

  /// Records that a change was rejected: it must never take effect.
  public mutating func refuse(_ number: Number, at time: Int) {
    changes[number]?.outcome = .superseded
    changes[number]?.end = time
  }

  /// Records the answer to a read.
  public mutating func read(from begin: Int, to end: Int, _ tail: Tail) {
    learn(tail)
    reads.append(Read(number: tail.numbers.last, begin: begin, end: end))
  }

  /// Records that an effect ran that a change has declared. The change was therefore saved.
  ///
  /// - Parameters:
  ///   - number: The change.
  ///   - previous: The change before it; nil if it was the first.
  ///   - time: When the effect ran.
  public mutating func ran(_ number: Number, after previous: Number?, at time: Int) {
    learn(number, after: previous)
    // The state may have changed by now, so this isn't a read at this time.
    reads.append(Read(number: number, begin: changes[number]?.begin ?? time, end: time))
  }

  private mutating func learn(_ tail: Tail) {
    if tail.before == 0, let first = tail.numbers.first { learn(first, after: nil) }
    for (previous, number) in zip(tail.numbers, tail.numbers.dropFirst()) { learn(number, after: previous) }
  }

  private mutating func learn(_ number: Number, after previous: Number?) {
    guard let known = predecessors.updateValue(previous, forKey: number), known != previous else { return }
    contradictions.append(StorageHistory.Violation(kind: .fork, revision: number))
  }

  /// Returns why the history is impossible; nothing if it is possible.
  public func violations() -> [StorageHistory.Violation] {
    var history = StorageHistory()
    for (number, change) in changes {
      guard let previous = predecessors[number] else { continue }
      history.save(number, expecting: previous, from: change.begin, to: change.end ?? .max, change.outcome)
    }
    for read in reads { history.read(read.number, from: read.begin, to: read.end) }
    return contradictions + history.violations()
  }

  /// The history line by line: for each change its times, its outcome and the change before it.
  ///
  /// - Parameter time: Makes a text of a time.
  public func lines(_ time: (Int) -> String) -> [String] {
    let short = { (number: Number?) in number.map { String($0.description.prefix(8)) } ?? "nothing" }
    let changes = changes.map { number, change in
      let previous = predecessors[number].map { short($0) } ?? "?"
      let end = change.end.map(time) ?? "?"
      return (
        change.begin,
        "\(time(change.begin)) to \(end): change \(short(number)) after \(previous), \(change.outcome)"
      )
    }
    let reads = reads.map { read in
      (read.begin, "\(time(read.begin)) to \(time(read.end)): read \(short(read.number))")
    }
    return (changes + reads).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
