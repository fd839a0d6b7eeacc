import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// Replays the recording of a store through the reducer alone.
///
/// ```swift
/// let replay = try Replay(path) { Checkout() }
/// let state = try replay.state(after: 2)
/// if let divergence = try replay.divergence() { print(divergence) }
/// ```
///
/// The reducer gets the recorded actions, and reads the recorded values from its dependencies. The effects
/// that it returns are ignored: the actions that they sent, and the actions that were returned with `.send`,
/// are turns of the recording. Issues that the reducer reports are reported.
///
/// Where the reducer can't reproduce the state, the state is taken from the recording: after dismissals, and
/// after turns with redacted values.
///
/// It reads one file of a recording completely into memory. If the process was killed or still writes the
/// file, the file is read up to its last complete line.
public final class Replay<State: Codable, Action: Codable & Sendable> {
  /// The number of turns between two cached states.
  private static var cacheDistance: Int { 256 }

  private let reader: RecordingReader
  private let position: StorePosition
  private let reducer: _ResolvedReducer<State, Action>
  /// The states that have been computed, as starting points.
  private var cache: [Place] = []

  /// A state, and the position after it in the recording.
  private struct Place {
    var turn: Int
    var nextLine: Int
    var state: State
    /// The state as recorded.
    var recorded: RecordedValue
  }

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reducer: The store's reducer, or a changed reducer that should reproduce the recording.
  ///   - updateDependencies: Sets dependencies, as for the store. Recorded dependencies are read from the
  ///     recording instead.
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

  /// The numbers of the turns after which a state is available, starting with the state at the beginning of
  /// the file.
  public var turns: ClosedRange<Int> { reader.turns }

  /// Whether the recording was closed, or continues in another file. Otherwise, its process was killed or is
  /// still writing.
  public var isComplete: Bool { reader.isComplete }

  /// Returns the turns of the recording.
  ///
  /// - Throws: A ``ReplayError``: `damaged`.
  public func recordedTurns() throws(ReplayError) -> [RecordedTurn] {
    try reader.turns(after: reader.first, limit: .max)
  }

  /// Returns the state after a turn, as the reducer computes it.
  ///
  /// It starts from the last earlier state that the recording contains in full, or that has been computed
  /// before.
  ///
  /// - Parameter number: The number of the turn. The lower bound of ``turns`` is for the state at the
  ///   beginning of the file.
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

  /// Returns the states that result after a turn if its action had been another one.
  ///
  /// The reducer reduces the other action in place of the recorded one, and then the recorded actions of the
  /// later turns. A reduction reads recorded values as long as it reads what was recorded, and asks
  /// the dependencies otherwise. The recorded actions of effects are reduced, whether or not the
  /// changed run would have had these effects. A later dismissal, or a turn with redacted values, ends the
  /// result: its state can't be computed.
  ///
  /// - Parameters:
  ///   - number: The number of the turn; greater than the lower bound of ``turns``.
  ///   - action: The other action.
  ///   - last: The number of the last turn to compute.
  /// - Returns: The states after the turn and after each later one, as far as they can be computed.
  /// - Throws: A ``ReplayError``: `noSuchTurn`, `undecodable` or `damaged`.
  public func states(
    replacingActionOf number: Int,
    with action: Action,
    through last: Int
  ) throws(ReplayError) -> [State] {
    guard turns.contains(number), turns.contains(last), number > turns.lowerBound, number <= last else {
      throw .noSuchTurn(reader.path, number, of: turns)
    }
    var place = try start(before: number - 1)
    while place.turn < number - 1, try next(&place) != nil {}
    var states: [State] = []
    while place.turn < last {
      guard let (turn, nextLine) = try reader.turn(from: place.nextLine, after: place.turn) else { break }
      (place.turn, place.nextLine) = (turn.number, nextLine)
      guard turn.number == number || (turn.action != nil && !turn.isRedacted) else { break }
      try reduce(turn, &place.state, turn.number == number ? action : nil, ReplayedReads(turn.reads))
      states.append(place.state)
    }
    return states
  }

  /// Returns the recorded state after a turn, without running the reducer.
  ///
  /// - Parameter number: The number of the turn.
  /// - Returns: The state, or nil if the recording doesn't contain it. See
  ///   ``RecordingOptions/stateInterval``.
  /// - Throws: A ``ReplayError``: `noSuchTurn`, `undecodable` or `damaged`.
  public func recordedState(after number: Int) throws(ReplayError) -> State? {
    guard let value = try reader.state(after: number) else { return nil }
    return try decodeState(value, number)
  }

  /// Replays the whole recording, and returns the first divergence: a state whose hash differs from the
  /// recorded hash, or a read that differs.
  ///
  /// If the type of the state has changed, but can decode the recorded state, the recorded state is compared
  /// as that type encodes it.
  ///
  /// - Returns: The divergence, or nil if the reducer behaves as it did in the recording.
  /// - Throws: A ``ReplayError``: `undecodable` if an action or a state can no longer be decoded;
  ///   `unencodable` or `damaged`.
  public func divergence() throws(ReplayError) -> Divergence? {
    var place = try decoded(reader.checkpoint(before: reader.first))
    if case .unstable(let replayed) = try comparison(of: place, with: place.recorded.hash) {
      return Divergence(
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
      let read = step.reads?.divergence
      let comparison = try step.turn.hash.map { hash throws(ReplayError) in
        try self.comparison(of: place, with: hash)
      }
      let difference: String?
      let kind: Divergence.Kind
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
        // Values that are encoded differently may still be equal.
        difference =
          valueDifference(from: recorded, to: place.state) ?? valueDifference(from: expected, to: replayed)
        kind = read == nil ? .state : .reads
      }
      return Divergence(
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

  /// The comparison of a state with the recorded state of its turn.
  private enum Comparison {
    case same
    /// It differs from the recorded state, which its type encodes as expected.
    case different(recorded: State, expected: RecordedValue, replayed: RecordedValue)
    /// Its type doesn't encode what it has decoded, so the two can't be compared.
    case unstable(replayed: RecordedValue)
  }

  private func comparison(of place: Place, with hash: String) throws(ReplayError) -> Comparison {
    let replayed = try encoded(place.state, place.turn)
    if replayed.hash == hash { return .same }
    if place.recorded.hash != hash { throw .otherState(reader.path, place.turn) }
    // The type may have changed since the recording: it encodes a decoded state in its own way.
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

  /// Replays the next turn. The reads are nil if the reducer didn't run.
  private func next(
    _ place: inout Place
  ) throws(ReplayError) -> (turn: RecordedTurn, reads: ReplayedReads?)? {
    guard let (turn, nextLine) = try reader.turn(from: place.nextLine, after: place.turn) else { return nil }
    try turn.apply(to: &place.recorded, of: reader.path)
    (place.turn, place.nextLine) = (turn.number, nextLine)
    guard turn.action != nil, !turn.isRedacted else {
      place.state = try decodeState(place.recorded, turn.number)
      return (turn, nil)
    }
    let reads = ReplayedReads(turn.reads)
    try reduce(turn, &place.state, nil, reads)
    return (turn, reads)
  }

  /// Reduces a turn's action, or another one in its place.
  private func reduce(
    _ turn: RecordedTurn,
    _ state: inout State,
    _ other: Action?,
    _ reads: ReplayedReads
  ) throws(ReplayError) {
    do {
      try position.within {
        Result {
          let action = try other ?? ValueDecoder.decode(Action.self, from: turn.action ?? .null)
          DependencyReads.pass(to: reads) { _ = reducer.reduce(&state, action) }
        }
      }.get()
    } catch {
      throw .undecodable(reader.path, turn.number, "The action \(turn.label)", error)
    }
  }

  private func decodeState(_ value: RecordedValue, _ turn: Int) throws(ReplayError) -> State {
    do {
      // The source of ids then knows the stack's ids.
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
