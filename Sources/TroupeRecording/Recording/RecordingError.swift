import TroupeDiagnostics

/// The error of a recording that couldn't start, or that ended before its store.
public struct RecordingError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``RecordingError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case exists, inUse, cannotOpen, cannotWrite, unencodable }
    private let value: Value

    /// A file already exists at the path.
    public static var exists: Code { Code(value: .exists) }
    /// Another recording, in this or another process, is writing to the file.
    public static var inUse: Code { Code(value: .inUse) }
    /// The file couldn't be opened.
    public static var cannotOpen: Code { Code(value: .cannotOpen) }
    /// The file couldn't be written, for example because the disk is full.
    public static var cannotWrite: Code { Code(value: .cannotWrite) }
    /// An action, a state or a read value threw an error while it was encoded.
    public static var unencodable: Code { Code(value: .unencodable) }

    /// The name of the kind, such as `inUse`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The path of the file.
  public let path: String
  /// The error that a value threw while it was encoded; nil if no value threw an error.
  public let underlying: (any Error)?
  private let reason: String

  init(_ code: Code, _ path: String, _ reason: String, because underlying: (any Error)? = nil) {
    self.code = code
    self.path = path
    self.reason = reason
    self.underlying = underlying
  }

  static func exists(_ path: String) -> RecordingError {
    RecordingError(.exists, path, "A file already exists. Choose another path, or pass `replacing: true`.")
  }

  static func inUse(_ path: String) -> RecordingError {
    RecordingError(
      .inUse,
      path,
      "Another recording is writing to the file. Use a separate file for each store."
    )
  }

  static func cannotOpen(_ path: String, _ call: String, _ number: Int32) -> RecordingError {
    RecordingError(
      .cannotOpen,
      path,
      "\(call) failed: \(systemText(number)). Choose a file in a folder that exists and is writable."
    )
  }

  static func cannotWrite(_ path: String, _ number: Int32) -> RecordingError {
    RecordingError(
      .cannotWrite,
      path,
      "Writing to the file failed: \(systemText(number)). Free disk space, or choose another file."
    )
  }

  static func unencodable(_ path: String, _ what: String, _ error: any Error) -> RecordingError {
    RecordingError(
      .unencodable,
      path,
      "\(what) couldn't be encoded (\(IssueText.error(error))). Correct the encoding of its type.",
      because: error
    )
  }

  /// A description of the error and its remedy.
  public var description: String { "The recording \(path): \(reason)" }
}
