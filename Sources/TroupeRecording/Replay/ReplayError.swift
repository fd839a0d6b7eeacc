import TroupeDiagnostics

/// The error of a recording that can't be read or replayed.
public struct ReplayError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``ReplayError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case unreadable, notARecording, newerFormat, damaged, noSuchTurn, undecodable, unencodable
    }
    private let value: Value

    /// The file couldn't be read.
    public static var unreadable: Code { Code(value: .unreadable) }
    /// The file doesn't start with a recording's header.
    public static var notARecording: Code { Code(value: .notARecording) }
    /// A later version of the package wrote the file.
    public static var newerFormat: Code { Code(value: .newerFormat) }
    /// A line of the file isn't a valid line of a recording.
    public static var damaged: Code { Code(value: .damaged) }
    /// The recording has no turn with the requested number.
    public static var noSuchTurn: Code { Code(value: .noSuchTurn) }
    /// An action or a state can no longer be decoded, because its type has changed.
    public static var undecodable: Code { Code(value: .undecodable) }
    /// A replayed state threw an error while it was encoded.
    public static var unencodable: Code { Code(value: .unencodable) }

    /// The name of the kind, such as `damaged`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The path of the file.
  public let path: String
  /// The number of the turn; nil if the error concerns the whole file.
  public let turn: Int?
  /// The error that a value threw while it was encoded or decoded; nil if no value threw an error.
  public let underlying: (any Error)?
  private let reason: String

  init(
    _ code: Code,
    _ path: String,
    _ reason: String,
    turn: Int? = nil,
    because underlying: (any Error)? = nil
  ) {
    self.code = code
    self.path = path
    self.turn = turn
    self.underlying = underlying
    self.reason = reason
  }

  static func unreadable(_ path: String, _ error: SystemError) -> ReplayError {
    ReplayError(.unreadable, path, "The file couldn't be read: \(error).")
  }

  static func notARecording(_ path: String) -> ReplayError {
    ReplayError(
      .notARecording,
      path,
      "The file doesn't start with a store's state: no `Recording` has written this file."
    )
  }

  static func withoutState(_ path: String) -> ReplayError {
    ReplayError(
      .notARecording,
      path,
      "The file has no state: the recording ended before the store's first action."
    )
  }

  static func newerFormat(_ path: String, _ version: Int) -> ReplayError {
    ReplayError(
      .newerFormat,
      path,
      "The file's format has version \(version), but this program supports versions up to \(RecordingLog.version). Use a later version of Troupe."
    )
  }

  static func damaged(_ path: String, _ line: Int) -> ReplayError {
    ReplayError(
      .damaged,
      path,
      "Line \(line + 1) isn't a valid line of a recording. The file was probably changed or truncated: restore it, or record again."
    )
  }

  static func otherState(_ path: String, _ turn: Int) -> ReplayError {
    ReplayError(
      .damaged,
      path,
      "The state after turn \(turn) doesn't match its hash. The file was probably changed or truncated: restore it, or record again.",
      turn: turn
    )
  }

  static func noSuchTurn(_ path: String, _ turn: Int, of turns: ClosedRange<Int>) -> ReplayError {
    ReplayError(
      .noSuchTurn,
      path,
      "The file has no turn \(turn), only turns \(turns.lowerBound) to \(turns.upperBound).",
      turn: turn
    )
  }

  static func undecodable(_ path: String, _ turn: Int, _ what: String, _ error: any Error) -> ReplayError {
    ReplayError(
      .undecodable,
      path,
      """
      \(what) of turn \(turn) can't be decoded (\(IssueText.error(error))). If the type has changed, make it decode the \
      recorded values, or record again.
      """,
      turn: turn,
      because: error
    )
  }

  static func unencodable(_ path: String, _ turn: Int, _ error: any Error) -> ReplayError {
    ReplayError(
      .unencodable,
      path,
      "The state after turn \(turn) can't be encoded (\(IssueText.error(error))).",
      turn: turn,
      because: error
    )
  }

  /// A description of the error and its remedy.
  public var description: String { "The recording \(path): \(reason)" }
}
