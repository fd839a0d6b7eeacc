import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// Runs a recording of a store again, through the reducer alone.
///
/// ```swift
/// let replay = try Replay(path) { Checkout() }
/// let state = try replay.state(after: 2)
/// if let departure = try replay.departure() { print(departure) }
/// ```
///
/// The reducer gets the recorded actions, and reads the recorded values from its dependencies. The effects
/// that it returns are ignored: the actions that they have sent, and those that were returned with `.send`,
/// are turns of the recording themselves. Issues that the reducer reports are reported.
///
/// It takes the state from the recording where the reducer can't make it: after dismissals, and after turns
/// of which something was redacted.
///
/// It reads one file of a recording, as a whole, into memory. The file of a process that was killed, or that
/// still writes it, is read up to its last whole line.
public final class Replay<State: Codable, Action: Codable & Sendable> {
  /// How many turns lie between two states that are kept.
  private static var cacheDistance: Int { 256 }

  private let reader: RecordingReader
  private let position: StorePosition
  private let reducer: _ResolvedReducer<State, Action>
  /// States that were made before, to begin with.
  private var cache: [Place] = []

  /// A state, and where the recording goes on after it.
  private struct Place {
    var turn: Int
    var nextLine: Int
    var state: State
    /// The state as the recording has it.
    var recorded: RecordedValue
  }

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reducer: The reducer of the store, or a changed one that is to accept the recording.
  ///   - updateDependencies: Sets dependencies, as that of the store did. What is recorded of a dependency
  ///     isn't read from it.
  /// - Throws: A ``ReplayError``: `unreadable`, `notARecording`, `newerFormat` or `damaged`.
  public init(
    _ path: String,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil
  ) throws(ReplayError) {
    reader = try RecordingReader(path: path)
    DependencyReads.use()
    let position = StorePosition(updatedBy: updateDependencies)
    self.position = position
    self.reducer = position.within { reducer()._resolve() }
  }

  /// The numbers of the turns after which there is a state, from that of the state that the file begins with.
  public var turns: ClosedRange<Int> { reader.first...max(reader.first, reader.last) }

  /// Whether the recording was closed, or goes on in another file. Otherwise its process was killed, or still
  /// writes.
  public var isComplete: Bool { reader.isComplete }

  /// Returns the turns of the recording.
  ///
  /// - Throws: A ``ReplayError``: `damaged`.
  public func recordedTurns() throws(ReplayError) -> [RecordedTurn] {
    var turns: [RecordedTurn] = []
    var (line, number) = (1, reader.first)
    while let (turn, nextLine) = try reader.turn(from: line, after: number) {
      turns.append(turn)
      (line, number) = (nextLine, turn.number)
    }
    return turns
  }

  /// Returns the state after a turn, as the reducer makes it.
  ///
  /// It begins with the last state before it that the recording has in full, or that it has made before.
  ///
  /// - Parameter number: The number of the turn. The lower bound of ``turns`` is for the state that the
  ///   file begins with.
  /// - Throws: A ``ReplayError``: `noSuchTurn`, `undecodable` or `damaged`.
  public func state(after number: Int) throws(ReplayError) -> State {
    guard turns.contains(number) else { throw .noSuchTurn(reader.path, number, of: turns) }
    var place = try start(before: number)
    while place.turn < number, let step = try next(&place) {
      if step.turn.number.isMultiple(of: Self.cacheDistance) || step.turn.number == number {
        cache.append(place)
      }
    }
    return place.state
  }

  /// Returns the state after a turn, as it was recorded, without running the reducer.
  ///
  /// - Parameter number: The number of the turn.
  /// - Returns: The state; nil if the recording hasn't got it. See ``RecordingOptions/stateInterval``.
  /// - Throws: A ``ReplayError``: `noSuchTurn`, `undecodable` or `damaged`.
  public func recordedState(after number: Int) throws(ReplayError) -> State? {
    guard turns.contains(number) else { throw .noSuchTurn(reader.path, number, of: turns) }
    let checkpoint = try reader.checkpoint(before: number)
    var (value, line, turn) = (checkpoint.state, checkpoint.nextLine, checkpoint.turn)
    while turn < number, let (next, nextLine) = try reader.turn(from: line, after: turn) {
      try apply(next, to: &value)
      (line, turn) = (nextLine, next.number)
      guard turn == number else { continue }
      guard let hash = next.hash else { return nil }
      if value.hash != hash { throw .otherState(reader.path, number) }
    }
    return try decodeState(value, number)
  }

  /// Runs the whole recording, and returns where it first departs: where the state has another hash than the
  /// recorded one, or where the reducer reads something else.
  ///
  /// If the type of the state has changed, and decodes what was recorded before, then the recorded state is
  /// compared as that type encodes it.
  ///
  /// - Returns: The departure; nil if the reducer does what it did when it was recorded.
  /// - Throws: A ``ReplayError``: `undecodable` if an action or a state can't be decoded any more;
  ///   `unencodable` or `damaged`.
  public func departure() throws(ReplayError) -> Departure? {
    var place = try decoded(reader.checkpoint(before: reader.first))
    if case .unstable(let replayed) = try comparison(of: place, with: place.recorded.hash) {
      return Departure(
        kind: .coding,
        turn: place.turn,
        firstTurn: place.turn,
        label: "the beginning",
        read: nil,
        difference: valueDifference(from: place.recorded, to: replayed),
        unrecorded: []
      )
    }
    var since = place.turn
    while let step = try next(&place) {
      let read = step.reads?.departure
      let comparison = try step.turn.hash.map { hash throws(ReplayError) in
        try self.comparison(of: place, with: hash)
      }
      let difference: String?
      let kind: Departure.Kind
      switch comparison {
      case .same?, nil:
        (kind, difference) = (.reads, nil)
        if read == nil {
          if comparison != nil { since = place.turn }
          continue
        }
      case .unstable(let replayed)?:
        difference = valueDifference(from: place.recorded, to: replayed)
        kind = read == nil ? .coding : .reads
      case .different(let recorded, let expected, let replayed)?:
        // Values may count as equal that are encoded differently.
        difference =
          valueDifference(from: recorded, to: place.state) ?? valueDifference(from: expected, to: replayed)
        kind = read == nil ? .state : .reads
      }
      return Departure(
        kind: kind,
        turn: place.turn,
        firstTurn: kind == .state ? since + 1 : place.turn,
        label: step.turn.label,
        read: read,
        difference: difference,
        unrecorded: step.reads?.lookups ?? []
      )
    }
    return nil
  }

  /// How a state is to the recorded one of its turn.
  private enum Comparison {
    case same
    /// It is another one than the recorded state, which its type encodes as expected.
    case different(recorded: State, expected: RecordedValue, replayed: RecordedValue)
    /// Its type doesn't encode what it has decoded, so the two can't be compared.
    case unstable(replayed: RecordedValue)
  }

  private func comparison(of place: Place, with hash: String) throws(ReplayError) -> Comparison {
    let replayed = try encoded(place.state, place.turn)
    if replayed.hash == hash { return .same }
    if place.recorded.hash != hash { throw .otherState(reader.path, place.turn) }
    // The type may have changed since: what it decodes, it encodes in its own way.
    let recorded = try decodeState(place.recorded, place.turn)
    let expected = try encoded(recorded, place.turn)
    if expected != place.recorded,
      try encoded(decodeState(expected, place.turn), place.turn) != expected
    {
      return .unstable(replayed: expected)
    }
    if replayed == expected { return .same }
    return .different(recorded: recorded, expected: expected, replayed: replayed)
  }

  // MARK: Steps

  private func start(before number: Int) throws(ReplayError) -> Place {
    let checkpoint = try reader.checkpoint(before: number)
    let known = cache.filter { $0.turn <= number }.max { $0.turn < $1.turn }
    if let known, known.turn >= checkpoint.turn { return known }
    return try decoded(checkpoint)
  }

  private func decoded(_ checkpoint: RecordingReader.Checkpoint) throws(ReplayError) -> Place {
    let state = try decodeState(checkpoint.state, checkpoint.turn)
    return Place(
      turn: checkpoint.turn,
      nextLine: checkpoint.nextLine,
      state: state,
      recorded: checkpoint.state
    )
  }

  /// Makes the next turn. The reads are nil where the reducer didn't run.
  private func next(
    _ place: inout Place
  ) throws(ReplayError) -> (turn: RecordedTurn, reads: ReplayedReads?)? {
    guard let (turn, nextLine) = try reader.turn(from: place.nextLine, after: place.turn) else { return nil }
    try apply(turn, to: &place.recorded)
    (place.turn, place.nextLine) = (turn.number, nextLine)
    guard let action = turn.action, !turn.isRedacted else {
      place.state = try decodeState(place.recorded, turn.number)
      return (turn, nil)
    }
    let reads = ReplayedReads(turn.reads)
    do {
      try position.within {
        Result {
          let action = try ValueDecoder.decode(Action.self, from: action)
          DependencyReads.pass(to: reads) { _ = reducer.reduce(&place.state, action) }
        }
      }.get()
    } catch {
      throw .undecodable(reader.path, turn.number, "The action \(turn.label)", error)
    }
    return (turn, reads)
  }

  private func apply(_ turn: RecordedTurn, to value: inout RecordedValue) throws(ReplayError) {
    for change in turn.changes where !ValueChange.apply(change, to: &value) {
      throw ReplayError(
        .damaged,
        reader.path,
        "Turn \(turn.number) changes what isn't there. Was the file changed?",
        turn: turn.number
      )
    }
  }

  private func decodeState(_ value: RecordedValue, _ turn: Int) throws(ReplayError) -> State {
    do {
      // The ids of a stack are known to the source of ids then.
      return try position.within { Result { try ValueDecoder.decode(State.self, from: value) } }.get()
    } catch {
      throw .undecodable(reader.path, turn, "The state", error)
    }
  }

  private func encoded(_ state: State, _ turn: Int) throws(ReplayError) -> RecordedValue {
    do {
      return try ValueEncoder.encode(state)
    } catch {
      throw .unencodable(reader.path, turn, error)
    }
  }
}
