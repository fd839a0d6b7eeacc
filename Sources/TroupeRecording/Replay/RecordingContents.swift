/// The contents of a recording's file, for programs without the types of the recorded store.
///
/// ```swift
/// let contents = try RecordingContents(path)
/// let turns = try contents.turns(after: 0, limit: 100)
/// let state = try contents.state(after: 2)
/// ```
///
/// States are returned as encoded values, and no reducer runs. One file of a recording is read completely
/// into memory. If the recording process was killed or is still writing, the file is read up to its last
/// complete line. To run a reducer, use ``Replay``.
public struct RecordingContents: Sendable {
  private let reader: RecordingReader

  /// Reads a recording.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: A ``ReplayError`` with the code `unreadable`, `notARecording`, `newerFormat` or `damaged`.
  public init(_ path: String) throws(ReplayError) { reader = try RecordingReader(path: path) }

  /// The path of the file.
  public var path: String { reader.path }
  /// The recorded store's name, or its type and the location at which it was created.
  public var store: String { reader.header["store"]?.text ?? "" }
  /// The name of the state's type.
  public var stateType: String { reader.header["state"]?.text ?? "" }
  /// The name of the action's type.
  public var actionType: String { reader.header["action"]?.text ?? "" }
  /// The numbers of the turns after which a state may be available, starting with the state at the beginning
  /// of the file.
  public var turns: ClosedRange<Int> { reader.turns }
  /// Whether the recording was closed or continues in another file.
  public var isComplete: Bool { reader.isComplete }

  /// Returns the turns after a given turn, without parsing earlier turns.
  ///
  /// - Parameters:
  ///   - number: The number of the turn before the first returned turn.
  ///   - limit: The maximum number of turns.
  /// - Returns: The turns; empty if no turns follow the given turn.
  /// - Throws: A ``ReplayError`` with the code `damaged`.
  public func turns(after number: Int, limit: Int) throws(ReplayError) -> [RecordedTurn] {
    try reader.turns(after: number, limit: limit)
  }

  /// Returns the state after a turn.
  ///
  /// The state is computed from the latest earlier state that the file contains in full.
  ///
  /// - Parameter number: The number of the turn.
  /// - Returns: The state; nil if the recording doesn't contain it. See ``RecordingOptions/stateInterval``.
  /// - Throws: A ``ReplayError`` with the code `noSuchTurn` or `damaged`.
  public func state(after number: Int) throws(ReplayError) -> RecordedValue? {
    try reader.state(after: number)
  }

  /// Returns the text of a new, complete recording that contains only some of this recording's turns.
  ///
  /// - Parameters:
  ///   - first: The number of the turn before the first turn of the new recording. The existing recording
  ///     must contain the state after this turn.
  ///   - last: The number of the new recording's last turn.
  /// - Returns: The lines, in UTF-8; nil if the recording doesn't contain the state after the turn `first`.
  /// - Throws: A ``ReplayError`` with the code `noSuchTurn` or `damaged`.
  public func excerpt(after first: Int, through last: Int) throws(ReplayError) -> [UInt8]? {
    guard turns.contains(last), first <= last else { throw .noSuchTurn(reader.path, last, of: turns) }
    guard let state = try state(after: first) else { return nil }
    let beginning: [RecordedValue] = [
      reader.header, .object(["after": .integer(first), "hash": .string(state.hash), "state": state]),
    ]
    var text: [UInt8] = []
    for line in beginning.map(\.json) + reader.text(after: first, through: last).map(Array.init)
      + [RecordedValue.object(["end": .integer(last)]).json]
    {
      text += line
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}

extension RecordedTurn {
  /// Applies the turn's changes to the encoded state that precedes the turn.
  func apply(to value: inout RecordedValue, of path: String) throws(ReplayError) {
    for change in changes where !ValueChange.apply(change, to: &value) {
      throw ReplayError(
        .damaged,
        path,
        "Turn \(number) changes a part of the state that doesn't exist. The file was probably changed or truncated: restore it, or record again.",
        turn: number
      )
    }
  }
}
