import TroupeDurable

/// What the clients of one key have asked for, and which answers they got: a history without a look at the
/// storage.
///
/// Each change has a number of its own, which the state keeps: the last ones, in their order. An answer has
/// these numbers, and with them says which change came before which. ``violations()`` makes a
/// ``StorageHistory`` of that, in which a change that wasn't answered is one whose outcome is unknown.
public struct ClientHistory: Sendable {
  /// The number of a change.
  public typealias Number = StorageRevision

  /// The last changes of a state.
  public struct Tail: Sendable {
    /// How many changes were before those.
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
  /// What each change came after, as far as it is known; nil for the first.
  private var predecessors: [Number: Number?] = [:]
  private var reads: [Read] = []
  private var contradictions: [StorageHistory.Violation] = []

  /// Creates an empty history.
  public init() {}

  /// Notes that a change is asked for. Until there is an answer, its outcome is unknown.
  public mutating func begin(_ number: Number, at time: Int) { changes[number] = Change(begin: time) }

  /// Notes that a change was acknowledged, with the state that it has made. That may be long after its caller
  /// has given up.
  public mutating func acknowledge(_ number: Number, at time: Int, _ tail: Tail) {
    if tail.numbers.last != number {
      contradictions.append(StorageHistory.Violation(kind: .unsaved, revision: number))
    }
    changes[number]?.outcome = .acknowledged
    changes[number]?.end = time
    learn(tail)
  }

  /// Notes that a change was refused: it must never take effect.
  public mutating func refuse(_ number: Number, at time: Int) {
    changes[number]?.outcome = .superseded
    changes[number]?.end = time
  }

  /// Notes the answer to a read.
  public mutating func read(from begin: Int, to end: Int, _ tail: Tail) {
    learn(tail)
    reads.append(Read(number: tail.numbers.last, begin: begin, end: end))
  }

  /// Notes that an effect ran that a change has declared. So the change was saved.
  ///
  /// - Parameters:
  ///   - number: The change.
  ///   - previous: The change before it; nil if it was the first.
  ///   - time: When the effect ran.
  public mutating func ran(_ number: Number, after previous: Number?, at time: Int) {
    learn(number, after: previous)
    // The state may be another one by now, so that it isn't a read of this moment.
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

  /// Returns why the history can't have happened; nothing if it can.
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
