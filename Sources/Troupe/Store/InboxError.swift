/// The error of an action that couldn't be enqueued.
public struct InboxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an ``InboxError``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case full, closed }
    private let value: Value

    /// The inbox was full.
    public static var full: Code { Code(value: .full) }
    /// The store was shut down.
    public static var closed: Code { Code(value: .closed) }

    /// The name of the kind, such as `full`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The capacity of the inbox, if it was full.
  public let capacity: Int?

  /// The inbox was full.
  public static func full(capacity: Int) -> InboxError { InboxError(code: .full, capacity: capacity) }

  /// The store was shut down.
  public static var closed: InboxError { InboxError(code: .closed, capacity: nil) }

  /// What happened and what to do about it.
  public var description: String {
    if let capacity {
      """
      The store's inbox is full: it holds \(capacity) actions. Send with `await store.send`, which waits its \
      turn, or choose a larger capacity or another overflow policy in `StoreConfiguration.inbox`.
      """
    } else {
      "The store has been shut down and takes no more actions."
    }
  }
}
