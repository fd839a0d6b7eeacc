/// The error of an action that couldn't be enqueued.
///
/// Two errors are equal if their codes and capacities are.
public struct InboxError: Error, Sendable, CustomStringConvertible {
  /// The kind of an ``InboxError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case full, closed }
    private let value: Value

    /// The inbox was full.
    public static var full: Code { Code(value: .full) }
    /// The store was shut down, or it closed itself.
    public static var closed: Code { Code(value: .closed) }

    /// The name of the kind, such as `full`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The capacity of the inbox, if it was full.
  public let capacity: Int?
  /// The reason why the store is closed, for the code `closed`; nil for the other codes.
  public let closed: StoreClosed?

  /// The inbox was full.
  public static func full(capacity: Int) -> InboxError {
    InboxError(code: .full, capacity: capacity, closed: nil)
  }

  /// The store was shut down, or it closed itself.
  public static var closed: InboxError { closed(because: .shutDown) }

  static func closed(because closed: StoreClosed) -> InboxError {
    InboxError(code: .closed, capacity: nil, closed: closed)
  }

  /// What happened and what to do about it.
  public var description: String {
    if let capacity {
      """
      The store's inbox is full: it holds \(capacity) actions. Send with `await store.send`, which waits for its \
      turn, or choose a larger capacity or another overflow policy in `StoreConfiguration.inbox`.
      """
    } else {
      "\(closed ?? .shutDown)"
    }
  }
}

extension InboxError: Hashable {
  /// Returns whether two errors have equal codes and capacities.
  public static func == (lhs: InboxError, rhs: InboxError) -> Bool {
    lhs.code == rhs.code && lhs.capacity == rhs.capacity
  }

  /// Hashes the code and the capacity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(capacity)
  }
}
