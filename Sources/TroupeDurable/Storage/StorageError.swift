import TroupeDiagnostics

extension IssueText {
  /// The error of a storage or of something else. The first is bounded by itself, and isn't truncated, as it
  /// may name a file with a long path.
  static func failure(_ error: any Error) -> String {
    (error as? StorageError)?.description ?? IssueText.error(error)
  }
}

/// An error that a ``Storage`` throws.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``StorageError``. More kinds may be added in the future.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case superseded, unavailable, corrupt }
    private let value: Value

    /// The stored revision isn't the expected one, or the key is another program's; nothing was done.
    public static var superseded: Code { Code(value: .superseded) }
    /// The storage didn't answer, or not in time, or the task was cancelled. It isn't known whether anything
    /// was done.
    public static var unavailable: Code { Code(value: .unavailable) }
    /// The stored bytes can't be read; nothing was done.
    public static var corrupt: Code { Code(value: .corrupt) }

    /// The name of the kind, such as `superseded`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The key of the call; nil if the call wasn't for a particular key.
  public let key: StorageKey?
  /// The error of the underlying system, such as the file system. It is a `CancellationError` if the call
  /// ended early because its task was cancelled.
  public let underlying: (any Error)?
  /// The stored bytes that can't be read, if the storage has them.
  public let bytes: [UInt8]?
  /// Whether an `unavailable` storage stays so until somebody changes something outside of the program, such
  /// as the rights to a folder. Stores then don't retry. It is false for other kinds.
  public let isPermanent: Bool

  /// The stored revision isn't the expected one.
  ///
  /// - Parameter key: The key of the call.
  public static func superseded(_ key: StorageKey) -> StorageError {
    StorageError(code: .superseded, key: key, underlying: nil, bytes: nil, isPermanent: false)
  }

  /// The storage didn't answer, or not in time, or the task was cancelled.
  ///
  /// - Parameters:
  ///   - key: The key of the call; nil if the call wasn't for a particular key.
  ///   - underlying: What happened.
  ///   - isPermanent: Whether a retry can't help. If you don't know, say no: stores then retry.
  public static func unavailable(
    _ key: StorageKey?,
    because underlying: any Error,
    isPermanent: Bool = false
  ) -> StorageError {
    StorageError(code: .unavailable, key: key, underlying: underlying, bytes: nil, isPermanent: isPermanent)
  }

  /// The stored bytes can't be read.
  ///
  /// - Parameters:
  ///   - key: The key of the value; nil if it isn't known.
  ///   - underlying: What is wrong with it.
  ///   - bytes: The stored bytes; nil if the storage doesn't have them.
  public static func corrupt(
    _ key: StorageKey?,
    because underlying: any Error,
    bytes: [UInt8]?
  ) -> StorageError {
    StorageError(code: .corrupt, key: key, underlying: underlying, bytes: bytes, isPermanent: false)
  }

  /// What happened and what to do. Keys and errors are truncated after about 200 characters, apart from the
  /// paths of files; bytes are only counted.
  public var description: String {
    let place = key.map { "the key \"\(IssueText.id($0.text))\"" } ?? "the storage"
    let reason = underlying.map { " (\(($0 as? any FileFault)?.line ?? IssueText.error($0)))" } ?? ""
    if code == .superseded {
      return """
        Nothing was done, as another revision of \(place) is there than was expected: another owner has saved it, or a save \
        that was `unavailable` has arrived since. Load it, and look whether the revision is one of yours.
        """
    }
    if code == .corrupt {
      let count = bytes.map { " The error has the \($0.count) bytes in `bytes`." } ?? ""
      return """
        What is kept for \(place) can't be read\(reason).\(count) Nothing was changed. Restore it from a backup, or delete \
        what is damaged, which gives the value up.
        """
    }
    if isPermanent {
      return """
        The storage can't be used for \(place)\(reason), and a retry doesn't change that. Correct the cause first. Whether a \
        save or a removal was done isn't known: load the key then, and look for the new revision.
        """
    }
    return """
      The storage didn't answer for \(place)\(reason). A load may be tried again. Whether a save or a removal was done isn't \
      known: load the key, and look for the new revision.
      """
  }
}
