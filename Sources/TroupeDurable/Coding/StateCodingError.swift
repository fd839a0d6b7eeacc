import TroupeDiagnostics

/// An error that a ``StateCodec`` throws when it can't encode or decode a state.
public struct StateCodingError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``StateCodingError``. More kinds may be added in the future.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case unencodable, notAState, otherFormat, newerVersion, unknownVersion, undecodable
    }
    private let value: Value

    /// The state or the format threw an error while the state was encoded.
    public static var unencodable: Code { Code(value: .unencodable) }
    /// The bytes don't begin with the line that a ``StateCodec`` writes.
    public static var notAState: Code { Code(value: .notAState) }
    /// Another format has encoded the state.
    public static var otherFormat: Code { Code(value: .otherFormat) }
    /// The state was saved under a later version than that of this program.
    public static var newerVersion: Code { Code(value: .newerVersion) }
    /// The migration knows nothing of the version under which the state was saved.
    public static var unknownVersion: Code { Code(value: .unknownVersion) }
    /// The state, the format or the migration threw an error while the state was decoded.
    public static var undecodable: Code { Code(value: .undecodable) }

    /// The name of the kind, such as `unencodable`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// All bytes that were to be decoded; empty for an error in encoding.
  public let bytes: [UInt8]
  /// The version under which the state was saved; nil when it isn't known.
  public let version: Int?
  /// The key of the state; nil if the codec was used without a storage.
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
        "A state could not be encoded as \(format), \(version)\(cause). Correct how its type is encoded."
    case .notAState:
      reason = "The bytes are not those of a state: no `StateCodec` has written them."
    case .otherFormat:
      reason =
        "The state was encoded as \(found?.format ?? "something else"), and not as \(format). Decode it with that format."
    case .newerVersion:
      reason =
        "The state was saved under \(version), and this program knows version \(expected). Run a later version of the program."
    case .unknownVersion:
      reason =
        """
        The state was saved under \(version), of which the `migrate` of the `StateCodec` makes none of version \(expected). \
        Add that version to it.
        """
    default:
      reason =
        """
        The state could not be decoded as \(format), \(version)\(cause). When its type has changed, raise the version of the \
        `StateCodec`, and migrate what was saved before.
        """
    }
  }

  /// The same error for the state of a key.
  func of(_ key: StorageKey) -> StateCodingError {
    var error = self
    error.key = key
    return error
  }

  /// What happened and what to do. Errors are truncated after about 200 characters; bytes are only counted.
  public var description: String {
    let place = key.map { " The key is \"\(IssueText.id($0.text))\"." } ?? ""
    let found = code == .unencodable ? "" : " The error has the \(bytes.count) bytes in `bytes`."
    return "\(reason)\(place)\(found)"
  }
}
