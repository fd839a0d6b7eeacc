import Troupe
import TroupeDependencies
import TroupeDiagnostics

/// A replay of a store's recording, which runs only the store's reducer.
///
/// ```swift
/// let replay = try Replay(path) { Checkout() }
/// let state = try replay.state(after: 2)
/// if let divergence = try replay.divergence() { print(divergence) }
/// ```
///
/// The reducer gets the recorded actions and reads the recorded values from its dependencies. The effects
/// that the reducer returns are ignored, because the actions that effects sent or that reducers returned with
/// `.send` are turns of the recording. If the reducer reports an issue in the replay, the issue is reported
/// as usual.
///
/// After dismissals and turns with redacted values, the reducer can't reproduce the state, so the state is
/// taken from the recording.
///
/// A replay reads one file of a recording completely into memory. If the recording process was killed or is
/// still writing, the file is read up to its last complete line.
public final class Replay<State: Codable, Action: Codable & Sendable> {
  /// The number of turns between two cached states.
  private static var cacheDistance: Int { 256 }

  private let reader: RecordingReader
  private let position: StorePosition
  private let reduce: (inout State, Action) -> Effect<Action>
  /// The computed states that are kept as starting points.
  private var cache: [Place] = []

  /// A state, and the position that follows it in the recording.
  private struct Place {
    var turn: Int
    var nextLine: Int
    var state: State
    /// The recorded state, in its encoded form.
    var recorded: RecordedValue
  }

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - reducer: The store's reducer, or a changed reducer that should reproduce the recording.
  ///   - updateDependencies: A closure that sets the dependencies that aren't recorded, to the same values as
  ///     for the store. Recorded dependencies are read from the recording.
  /// - Throws: A ``ReplayError`` with the code `unreadable`, `notARecording`, `newerFormat` or `damaged`.
  public init(
    _ path: String,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil
  ) throws(ReplayError) {
    reader = try RecordingReader(path: path)
    DependencyReads.use()
    let position = StorePosition(updatedBy: updateDependencies)
    self.position = position
    let resolved = position.within { reducer()._resolve() }
    resolved.recordFollowed()
    reduce = resolved.makeReduction()
  }

  /// The numbers of the turns after which a state is available, starting with the state at the beginning of
  /// the file.
  public var turns: ClosedRange<Int> { reader.turns }

  /// Whether the recording was closed or continues in another file. If this is false, the recording process
  /// was killed or is still writing.
  public var isComplete: Bool { reader.isComplete }

  /// Returns the turns of the recording.
  ///
  /// - Throws: A ``ReplayError`` with the code `damaged`.
  public func recordedTurns() throws(ReplayError) -> [RecordedTurn] {
    try reader.turns(after: reader.first, limit: .max)
  }

  /// Returns the state after a turn, as the reducer computes it.
  ///
  /// The computation starts from the latest earlier state that the recording contains in full or that the
  /// replay has cached.
  ///
  /// - Parameter number: The number of the turn. The lower bound of ``turns`` selects the state at the
  ///   beginning of the file.
  /// - Throws: A ``ReplayError`` with the code `noSuchTurn`, `undecodable` or `damaged`.
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

  /// Returns the states that result if a turn's action is replaced with another action.
  ///
  /// The reducer reduces the other action instead of the turn's recorded action, and then the recorded
  /// actions of the later turns. Within a reduction, reads return recorded values until a read differs from
  /// the recorded read. Later reads return the values of the dependencies. Recorded actions of effects are
  /// reduced even if the changed run wouldn't have started these effects. The result ends before a later
  /// dismissal or a later turn with redacted values, because the state after such a turn can't be computed.
  ///
  /// - Parameters:
  ///   - number: The number of the turn, which must be greater than the lower bound of ``turns``.
  ///   - action: The other action.
  ///   - last: The number of the last turn to compute.
  /// - Returns: The states after the turn and after each later turn, as far as they can be computed.
  /// - Throws: A ``ReplayError`` with the code `noSuchTurn`, `undecodable` or `damaged`.
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

  /// Returns the recorded state after a turn. The reducer doesn't run.
  ///
  /// - Parameter number: The number of the turn.
  /// - Returns: The state; nil if the recording doesn't contain it. See ``RecordingOptions/stateInterval``.
  /// - Throws: A ``ReplayError`` with the code `noSuchTurn`, `undecodable` or `damaged`.
  public func recordedState(after number: Int) throws(ReplayError) -> State? {
    guard let value = try reader.state(after: number) else { return nil }
    return try decodeState(value, number)
  }

  /// Replays the whole file, and returns the first divergence: a state whose hash differs from the recorded
  /// hash, or a read that differs from the recorded read.
  ///
  /// If the state's type has changed, but can still decode the recorded state, that state is decoded and
  /// encoded with the new type before the comparison.
  ///
  /// - Returns: The divergence; nil if the reducer behaves as in the recording.
  /// - Throws: A ``ReplayError`` with the code `undecodable` if an action or a state can no longer be
  ///   decoded, or otherwise with the code `unencodable` or `damaged`.
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
        // Values with different encodings may still be equal.
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

  /// The result of comparing a replayed state with the recorded state of its turn.
  private enum Comparison {
    case same
    /// The replayed state differs from the recorded state. The state's type encodes the recorded state as
    /// `expected`.
    case different(recorded: State, expected: RecordedValue, replayed: RecordedValue)
    /// The type doesn't reproduce a state that it decodes and encodes again, so the states can't be compared.
    case unstable(replayed: RecordedValue)
  }

  private func comparison(of place: Place, with hash: String) throws(ReplayError) -> Comparison {
    let replayed = try encoded(place.state, place.turn)
    if replayed.hash == hash { return .same }
    if place.recorded.hash != hash { throw .otherState(reader.path, place.turn) }
    // The type may have changed since the recording, so the recorded state is decoded and encoded with the
    // current type.
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

  /// Replays the next turn. Returns nil at the end of the file; the returned reads are nil if the reducer
  /// didn't run.
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

  /// Reduces a turn's action, or another action instead.
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
          SharingFrame.hosting(ReplayedSharing()) {
            DependencyReads.pass(to: reads) { _ = reduce(&state, action) }
          }
        }
      }.get()
    } catch {
      throw .undecodable(reader.path, turn.number, "The action \(turn.label)", error)
    }
  }

  private func decodeState(_ value: RecordedValue, _ turn: Int) throws(ReplayError) -> State {
    do {
      // The state is decoded with the store's dependencies, so that their id generator skips the ids in the
      // stacks.
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
