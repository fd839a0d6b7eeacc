import TroupeDiagnostics

/// The error of a ``StateCodec`` that can't encode or decode a state.
public struct StateCodingError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``StateCodingError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case unencodable, notAState, otherFormat, newerVersion, unknownVersion, undecodable
    }
    private let value: Value

    /// The state or the format threw an error while the state was encoded.
    public static var unencodable: Code { Code(value: .unencodable) }
    /// The bytes don't start with the line that a ``StateCodec`` writes.
    public static var notAState: Code { Code(value: .notAState) }
    /// Another format encoded the state.
    public static var otherFormat: Code { Code(value: .otherFormat) }
    /// The state was saved with a version that is later than this program's version.
    public static var newerVersion: Code { Code(value: .newerVersion) }
    /// The migration doesn't support the version with which the state was saved.
    public static var unknownVersion: Code { Code(value: .unknownVersion) }
    /// The state, the format or the migration threw an error while the state was decoded.
    public static var undecodable: Code { Code(value: .undecodable) }

    /// The name of the kind, such as `unencodable`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The bytes that couldn't be decoded, including the header; empty for an encoding error.
  public let bytes: [UInt8]
  /// The version with which the state was saved; nil if it is unknown.
  public let version: Int?
  /// The state's key; nil if the codec was used without a storage.
  public private(set) var key: StorageKey?
  /// The error that the state, the format or the migration threw.
  public let underlying: (any Error)?
  private let reason: String

  init(
    _ code: Code,
    expected: Int,
    _ format: String,
    _ found: StateEnvelope? = nil,
    _ bytes: [UInt8] = [],
    because underlying: (any Error)? = nil
  ) {
    self.code = code
    self.bytes = bytes
    self.underlying = underlying
    version = found?.version
    let cause = underlying.map { " (\(IssueText.error($0)))" } ?? ""
    let version = found.map { "version \($0.version)" } ?? "version \(expected)"
    switch code {
    case .unencodable:
      reason =
        "A state couldn't be encoded as \(format), \(version)\(cause). Correct the encoding of its type."
    case .notAState:
      reason = "The bytes are not a state: no `StateCodec` has written them. Check the key and the storage."
    case .otherFormat:
      reason =
        "The state was encoded as \(found?.format ?? "another format"), not as \(format). Decode it with that format."
    case .newerVersion:
      reason =
        "The state was saved with \(version), but this program has version \(expected). Run a later version of the program."
    case .unknownVersion:
      reason =
        """
        The state was saved with \(version), which the `StateCodec`'s `migrate` doesn't convert to version \(expected). \
        Add that version to `migrate`.
        """
    default:
      reason =
        """
        The state couldn't be decoded as \(format), \(version)\(cause). If its type has changed, raise the version of the \
        `StateCodec`, and migrate the states that earlier versions saved.
        """
    }
  }

  /// Returns the same error with the state's key.
  func of(_ key: StorageKey) -> StateCodingError {
    var error = self
    error.key = key
    return error
  }

  /// A description of the error and its remedy. Errors are truncated after about 200 characters. The bytes
  /// are omitted, except for their number.
  public var description: String {
    let place = key.map { " The key is \"\(IssueText.id($0.text))\"." } ?? ""
    let found = code == .unencodable ? "" : " The error's `bytes` contains the \(bytes.count) bytes."
    return "\(reason)\(place)\(found)"
  }
}
