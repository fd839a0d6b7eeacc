/// The first turn in which a replay departs from its recording.
public struct Departure: Sendable, CustomStringConvertible {
  /// What departs. Later versions add cases: end a `switch` over it with `@unknown default`.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// The state after the turn is another one.
    case state
    /// The reducer read something else from its dependencies.
    case reads
    /// The recorded state, decoded and encoded again, is another one each time.
    case coding
  }

  /// What departs.
  public let kind: Kind
  /// The number of the turn; for a state that is there before the first turn, the number before that.
  public let turn: Int
  /// The number of the first turn that may depart. It is less than ``turn`` if the recording has no state
  /// between them; see ``RecordingOptions/stateInterval``.
  public let firstTurn: Int
  /// The label of the action or of the dismissal.
  public let label: String
  /// The read that departs; nil if none does.
  public let read: String?
  /// How the recorded and the replayed state differ, with `-` before lines of the recorded one and `+` before
  /// those of the replayed one; nil if they don't.
  public let difference: String?
  /// The dependencies that the reducer has looked up in the turn and whose values aren't recorded.
  public let unrecorded: [String]

  /// All of it, on several lines.
  public var description: String {
    var lines: [String] = []
    switch kind {
    case .state where firstTurn < turn:
      lines.append(
        "The replay departs between turns \(firstTurn) and \(turn), \(label): the state is another one."
      )
    case .state: lines.append("The replay departs in turn \(turn), \(label): the state is another one.")
    case .reads: lines.append("The replay departs in turn \(turn), \(label), in what the reducer reads.")
    case .coding:
      lines.append(
        "The recorded state after turn \(turn) is another one each time it is decoded and encoded again."
      )
    }
    if let read { lines.append(read) }
    if let difference { lines.append("The states differ (- recorded, + replayed):\n\n\(difference)\n") }
    if kind == .state, read == nil {
      lines.append(
        """
        The likely causes:
        - The reducer has changed since.
        - The reducer reads a clock, random numbers or something else by itself. Use a dependency.
        - The order of a set or a dictionary decides, which differs from process to process. Sort it first.
        - The action doesn't survive encoding and decoding, as an optional of an optional.
        """
      )
    }
    if !unrecorded.isEmpty {
      lines.append(
        """
        The reducer has looked up \(unrecorded.map { "`\($0)`" }.joined(separator: ", ")), whose values are not \
        recorded. If it reads values of them, make them a `RecordableDependency`.
        """
      )
    }
    return lines.joined(separator: "\n")
  }
}
