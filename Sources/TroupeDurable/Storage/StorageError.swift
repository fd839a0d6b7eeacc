import TroupeDiagnostics

/// Why a ``Storage`` didn't do what it was asked to.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``StorageError``. There may be more in time.
  public struct Code: Hashable, Sendable {
    private enum Value { case superseded, unavailable, corrupt }
    private let value: Value

    /// Another revision is there than the expected one; nothing was done.
    public static var superseded: Code { Code(value: .superseded) }
    /// The storage didn't answer, or not in time, or the task was cancelled; whether something was done isn't
    /// known.
    public static var unavailable: Code { Code(value: .unavailable) }
    /// What is kept can't be read; nothing was done.
    public static var corrupt: Code { Code(value: .corrupt) }
  }

  /// The kind of error.
  public let code: Code
  /// The key that was asked for; nil when it was none in particular.
  public let key: StorageKey?
  /// What the storage was told by what it stands on, such as the file system. It is a `CancellationError`
  /// when the task of the call was cancelled, and the call ended early for that.
  public let underlying: (any Error)?
  /// What is kept, when it can't be read and the storage has it.
  public let bytes: [UInt8]?

  /// Another revision is there than the expected one.
  ///
  /// - Parameter key: The key that was asked for.
  public static func superseded(_ key: StorageKey) -> StorageError {
    StorageError(code: .superseded, key: key, underlying: nil, bytes: nil)
  }

  /// The storage didn't answer, or not in time, or the task was cancelled.
  ///
  /// - Parameters:
  ///   - key: The key that was asked for; nil when it was none in particular.
  ///   - underlying: What happened.
  public static func unavailable(_ key: StorageKey?, because underlying: any Error) -> StorageError {
    StorageError(code: .unavailable, key: key, underlying: underlying, bytes: nil)
  }

  /// What is kept can't be read.
  ///
  /// - Parameters:
  ///   - key: The key that was asked for; nil when it isn't known.
  ///   - underlying: What is wrong with it.
  ///   - bytes: What is kept; nil when the storage can't tell.
  public static func corrupt(
    _ key: StorageKey?,
    because underlying: any Error,
    bytes: [UInt8]?
  ) -> StorageError {
    StorageError(code: .corrupt, key: key, underlying: underlying, bytes: bytes)
  }

  /// What happened and what to do. Keys and errors are cut after some 200 characters; bytes are only counted.
  public var description: String {
    let place = key.map { "the key \"\(IssueText.id($0.text))\"" } ?? "the storage"
    let reason = underlying.map { " (\(IssueText.error($0)))" } ?? ""
    if code == .superseded {
      return """
        Nothing was done, as another revision of \(place) is there than was expected: somebody else has saved it, or a save \
        that was `unavailable` has arrived since. Load it, and look whether the revision is one of yours.
        """
    }
    if code == .corrupt {
      let count = bytes.map { " The error has the \($0.count) bytes in `bytes`." } ?? ""
      return """
        What is kept for \(place) can't be read\(reason).\(count) Nothing was changed. Put back what was kept before, from a \
        backup, or take the damaged value away.
        """
    }
    return """
      The storage didn't answer for \(place)\(reason). A load may be tried again. Whether a save or a removal was done isn't \
      known: load the key, and look for the new revision.
      """
  }
}
