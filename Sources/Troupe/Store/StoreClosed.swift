/// The error of a closed store: it takes no action, or the wait for a state ended without one.
public struct StoreClosed: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``StoreClosed``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case shutDown, stateGone }
    private let value: Value

    /// The store was shut down, or is being shut down.
    public static var shutDown: Code { Code(value: .shutDown) }
    /// The state of the scoped store is gone.
    public static var stateGone: Code { Code(value: .stateGone) }

    /// The name of the kind, such as `shutDown`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code

  /// Creates an error. The default code is that of a store that was shut down.
  public init(_ code: Code = .shutDown) { self.code = code }

  /// The store was shut down, or is being shut down.
  public static var shutDown: StoreClosed { StoreClosed(.shutDown) }

  /// The state of the scoped store is gone.
  public static var stateGone: StoreClosed { StoreClosed(.stateGone) }

  /// What happened and what to do about it.
  public var description: String {
    if code == .stateGone {
      """
      The state of the scoped store is gone: it was set to nil or replaced by another. Scope a new store from the parent.
      """
    } else {
      "The store has been shut down and takes no more actions."
    }
  }
}

extension Store {
  /// Whether the store was shut down, or is being shut down.
  @usableFromInline
  package nonisolated var isClosedToActions: Bool { runtime.mail.withLock { $0.isClosed } }
}
