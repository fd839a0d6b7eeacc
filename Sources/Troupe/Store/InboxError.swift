/// Why an action could not be enqueued.
public struct InboxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an ``InboxError``.
  public struct Code: Hashable, Sendable {
    private enum Value { case full, closed }
    private let value: Value

    /// The inbox held as many actions as it may.
    public static var full: Code { Code(value: .full) }
    /// The store has been shut down.
    public static var closed: Code { Code(value: .closed) }
  }

  /// The kind of error.
  public let code: Code
  /// How many actions the inbox holds, when it was full.
  public let capacity: Int?

  /// The inbox held as many actions as it may.
  public static func full(capacity: Int) -> InboxError { InboxError(code: .full, capacity: capacity) }

  /// The store has been shut down.
  public static var closed: InboxError { InboxError(code: .closed, capacity: nil) }

  /// What happened and what to do.
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
