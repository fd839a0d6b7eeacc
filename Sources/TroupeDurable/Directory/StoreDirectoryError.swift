/// An error of a ``StoreDirectory``.
public struct StoreDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``StoreDirectoryError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case shutDown, recursiveOpen }
    private let value: Value

    /// The directory was shut down, or is being shut down.
    public static var shutDown: Code { Code(value: .shutDown) }
    /// The closure that opens a store, or a task that the closure started, requested the same store, or a
    /// store whose opening waits for the closure, before the closure had returned.
    public static var recursiveOpen: Code { Code(value: .recursiveOpen) }

    /// The name of the kind, such as `shutDown`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code

  /// The directory was shut down, or is being shut down.
  public static var shutDown: StoreDirectoryError { StoreDirectoryError(code: .shutDown) }

  /// The closure that opens a store requested the same store, or a store whose opening waits for the closure.
  public static var recursiveOpen: StoreDirectoryError { StoreDirectoryError(code: .recursiveOpen) }

  /// A description of the error and its remedy.
  public var description: String {
    if code == .recursiveOpen {
      """
      The closure that opens a directory's store asked the directory for the same store, or for a store whose opening waits \
      for that store. That would be a deadlock. In the closure, use the store that it creates, and don't let the \
      openings of two stores depend on each other.
      """
    } else {
      "The directory has been shut down and opens no more stores."
    }
  }
}
