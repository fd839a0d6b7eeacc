/// Why a store takes no action, or why waiting for a state ended without it.
public struct StoreClosed: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``StoreClosed``. There may be more in time.
  public struct Code: Hashable, Sendable {
    private enum Value { case shutDown, stateGone }
    private let value: Value

    /// The store was shut down, or is being shut down.
    public static var shutDown: Code { Code(value: .shutDown) }
    /// The state that a scoped store was made for has gone.
    public static var stateGone: Code { Code(value: .stateGone) }
  }

  /// The kind of error.
  public let code: Code

  /// Makes the error; without an argument, that of a store that was shut down.
  public init(_ code: Code = .shutDown) { self.code = code }

  /// The store was shut down, or is being shut down.
  public static var shutDown: StoreClosed { StoreClosed(.shutDown) }

  /// The state that a scoped store was made for has gone.
  public static var stateGone: StoreClosed { StoreClosed(.stateGone) }

  /// What happened and what to do.
  public var description: String {
    if code == .stateGone {
      """
      The state that the scoped store was made for has gone: it was set to nil or replaced by another. Ask the parent \
      store for a new one.
      """
    } else {
      "The store has been shut down and takes no more actions."
    }
  }
}
