import Troupe
import TroupeRecording

/// Replays a recording with the program's reducer, whose types only the program knows.
protocol Replaying: Sendable {
  /// Where the reducer of today diverges from the recording; nil if it doesn't.
  func divergence() async throws -> (turn: Int, text: String)?

  /// The states after a turn and after later ones, if its action had been another one.
  func states(replacingActionOf turn: Int, with action: RecordedValue, through last: Int) async throws
    -> [RecordedValue]
}

/// Replays with one reducer.
actor Replayer<State: Codable, Action: Codable & Sendable>: Replaying {
  private let replay: Replay<State, Action>

  init(
    _ path: String,
    @ReducerBuilder<State, Action> _ reducer: @Sendable () -> some Reducer<State, Action>
  ) throws(ReplayError) {
    replay = try Replay(path, reducer: reducer)
  }

  func divergence() throws -> (turn: Int, text: String)? {
    try replay.divergence().map { ($0.turn, $0.description) }
  }

  func states(
    replacingActionOf turn: Int,
    with action: RecordedValue,
    through last: Int
  ) throws -> [RecordedValue] {
    let decoded: Action
    do {
      decoded = try action.decode(as: Action.self)
    } catch {
      throw InspectorProblem.undecodable("\(error)")
    }
    return try replay.states(replacingActionOf: turn, with: decoded, through: last)
      .map { try RecordedValue(encoding: $0) }
  }
}
