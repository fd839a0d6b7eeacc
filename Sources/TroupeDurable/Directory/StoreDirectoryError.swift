/// An error of a ``StoreDirectory``.
public struct StoreDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``StoreDirectoryError``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case shutDown, opensItself }
    private let value: Value

    /// The directory was shut down, or is being shut down.
    public static var shutDown: Code { Code(value: .shutDown) }
    /// The closure that opens a store, or a task that it has started, asked for that store, or for one whose
    /// opening waits for it, before the closure had returned.
    public static var opensItself: Code { Code(value: .opensItself) }

    /// The name of the kind, such as `shutDown`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code

  /// The directory was shut down, or is being shut down.
  public static var shutDown: StoreDirectoryError { StoreDirectoryError(code: .shutDown) }

  /// The closure that opens a store asked for that store, or for one whose opening waits for it.
  public static var opensItself: StoreDirectoryError { StoreDirectoryError(code: .opensItself) }

  /// What happened and what to do about it.
  public var description: String {
    if code == .opensItself {
      """
      The closure that opens the stores of a directory asked the directory for the store that it opens, or for one whose \
      opening waits for that store. That would never return. Use the store that the closure has made, and don't have two \
      stores need each other to open.
      """
    } else {
      "The directory has been shut down and opens no more stores."
    }
  }
}
