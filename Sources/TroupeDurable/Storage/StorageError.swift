import TroupeDiagnostics

extension IssueText {
  /// Returns the text of an error. A ``StorageError`` limits the length of its description. The description
  /// isn't truncated further here, because it may name a file with a long path.
  static func failure(_ error: any Error) -> String {
    (error as? StorageError)?.description ?? IssueText.error(error)
  }
}

/// An error that a ``Storage`` throws.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``StorageError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case superseded, unavailable, corrupt }
    private let value: Value

    /// The stored revision isn't the expected revision, or the key belongs to another program. The call
    /// changed nothing.
    public static var superseded: Code { Code(value: .superseded) }
    /// The storage didn't answer in time, or the task was cancelled. Whether the call took effect is unknown.
    public static var unavailable: Code { Code(value: .unavailable) }
    /// The stored bytes can't be read. The call changed nothing.
    public static var corrupt: Code { Code(value: .corrupt) }

    /// The name of the kind, such as `superseded`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The key of the call; nil if the call wasn't for a particular key.
  public let key: StorageKey?
  /// The error of the underlying system, such as the file system. If the call ended early because its task
  /// was cancelled, the error is a `CancellationError`.
  public let underlying: (any Error)?
  /// The stored bytes that can't be read; nil if the storage doesn't have them.
  public let bytes: [UInt8]?
  /// Whether an `unavailable` storage stays unavailable until a user changes something outside the program,
  /// such as a folder's permissions. If this is true, stores don't retry. For other kinds of errors, it is
  /// always false.
  public let isPermanent: Bool

  /// Returns the error of a call for which the stored revision wasn't the expected revision.
  ///
  /// - Parameter key: The key of the call.
  public static func superseded(_ key: StorageKey) -> StorageError {
    StorageError(code: .superseded, key: key, underlying: nil, bytes: nil, isPermanent: false)
  }

  /// Returns the error of a call that the storage didn't answer in time, or whose task was cancelled.
  ///
  /// - Parameters:
  ///   - key: The key of the call; nil if the call wasn't for a particular key.
  ///   - underlying: The error of the underlying system.
  ///   - isPermanent: Whether a retry can't help. If you don't know, pass false, so that stores retry.
  public static func unavailable(
    _ key: StorageKey?,
    because underlying: any Error,
    isPermanent: Bool = false
  ) -> StorageError {
    StorageError(code: .unavailable, key: key, underlying: underlying, bytes: nil, isPermanent: isPermanent)
  }

  /// Returns the error of a call for which the stored bytes can't be read.
  ///
  /// - Parameters:
  ///   - key: The key of the value; nil if it is unknown.
  ///   - underlying: The error that describes the damage.
  ///   - bytes: The stored bytes; nil if the storage doesn't have them.
  public static func corrupt(
    _ key: StorageKey?,
    because underlying: any Error,
    bytes: [UInt8]?
  ) -> StorageError {
    StorageError(code: .corrupt, key: key, underlying: underlying, bytes: bytes, isPermanent: false)
  }

  /// A description of the error and its remedy. Keys and errors are truncated after about 200 characters,
  /// except for file paths. The bytes are omitted, except for their number.
  public var description: String {
    let place = key.map { "the key \"\(IssueText.id($0.text))\"" } ?? "the storage"
    let reason = underlying.map { " (\(($0 as? any FileFault)?.line ?? IssueText.error($0)))" } ?? ""
    if code == .superseded {
      return """
        The call changed nothing, because the stored revision of \(place) isn't the expected revision: another owner has saved \
        the key, or an earlier save that threw `unavailable` took effect. Load the key, and check whether the revision is one of yours.
        """
    }
    if code == .corrupt {
      let count = bytes.map { " The error's `bytes` contains the \($0.count) bytes." } ?? ""
      return """
        The stored value of \(place) can't be read\(reason).\(count) Nothing was changed. Restore the value from a backup, \
        or delete the damaged value.
        """
    }
    if isPermanent {
      return """
        The storage can't be used for \(place)\(reason), and a retry won't help. Correct the cause first. Whether a \
        save or a removal took effect is unknown: after the correction, load the key, and check for the new revision.
        """
    }
    return """
      The storage didn't answer for \(place)\(reason). A load can be retried. Whether a save or a removal took effect is \
      unknown: load the key, and check for the new revision.
      """
  }
}
