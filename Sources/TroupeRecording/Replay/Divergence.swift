/// The first turn in which a replay diverges from its recording.
public struct Divergence: Sendable, CustomStringConvertible {
  /// The kind of a divergence. Later versions can add cases, so end a `switch` over it with
  /// `@unknown default`.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// The replayed state after the turn differs from the recorded state.
    case state
    /// The reducer's reads from its dependencies differ from the recorded reads.
    case reads
    /// The recorded state changes each time it is decoded and encoded again, so it can't be compared.
    case coding
  }

  /// The divergence's kind.
  public let kind: Kind
  /// The number of the turn in which the divergence was found. If the state before the first turn diverges,
  /// the value is the first turn's number minus one.
  public let turn: Int
  /// The number of the first turn that may diverge. The number is less than ``turn`` if the recording
  /// contains no states of the turns in between; see ``RecordingOptions/stateInterval``.
  public let firstTurn: Int
  /// The turn's label, which names its action or dismissal.
  public let label: String
  /// A sentence that describes the first read that differs; nil if no read differs.
  public let read: String?
  /// The difference between the recorded and the replayed state, with `-` before lines of the recorded state
  /// and `+` before lines of the replayed state; nil if both states are equal.
  public let difference: String?
  /// The dependencies that the reducer looked up in the turn, but whose values aren't recorded.
  public let unrecorded: [String]

  /// The full report, on several lines.
  public var description: String {
    var lines: [String] = []
    switch kind {
    case .state where firstTurn < turn:
      lines.append(
        "The replay diverges between turns \(firstTurn) and \(turn), \(label): the state differs."
      )
    case .state: lines.append("The replay diverges in turn \(turn), \(label): the state differs.")
    case .reads:
      lines.append(
        "The replay diverges in turn \(turn), \(label): the reducer's reads of dependencies differ."
      )
    case .coding:
      lines.append(
        "The recorded state after turn \(turn) is different each time it is decoded and encoded again. Make the encoding of the state's type deterministic, and make the type decode everything that it encodes."
      )
    }
    if let read { lines.append(read) }
    if let difference { lines.append("The states differ (- recorded, + replayed):\n\n\(difference)\n") }
    if kind == .state, read == nil {
      lines.append(
        """
        The likely causes:
        - The reducer has changed since the recording.
        - The reducer reads a clock, random numbers or other outside values directly. Use a dependency.
        - The reducer depends on the order of a set or a dictionary, which differs between processes. Sort the elements first.
        - The action changes when it is encoded and decoded, for example an optional of an optional.
        """
      )
    }
    if !unrecorded.isEmpty {
      lines.append(
        """
        The reducer looked up \(unrecorded.map { "`\($0)`" }.joined(separator: ", ")), whose values are not \
        recorded. If the reducer reads their values, make each dependency a `RecordableDependency`.
        """
      )
    }
    return lines.joined(separator: "\n")
  }
}
