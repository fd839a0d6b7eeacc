/// The error of a request that a store refused or didn't answer.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``RequestError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case closed, tooManyWaiting, deadlineExceeded, unanswered }
    private let value: Value

    /// The store was shut down, or a scoped store's state is gone.
    public static var closed: Code { Code(value: .closed) }
    /// The number of waiting tasks has reached the caller's limit.
    public static var tooManyWaiting: Code { Code(value: .tooManyWaiting) }
    /// The request's deadline has passed.
    public static var deadlineExceeded: Code { Code(value: .deadlineExceeded) }
    /// The last copy of the ``Reply`` was released without an answer.
    public static var unanswered: Code { Code(value: .unanswered) }

    /// The name of the kind, such as `unanswered`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// Whether the store has reduced the action. If it is false, nothing has happened, and the request is safe
  /// to retry.
  public let wasReduced: Bool
  /// The reason why the store is closed, for the code `closed`; nil for the other codes.
  public let closed: StoreClosed?

  init(_ code: Code, wasReduced: Bool, because closed: StoreClosed? = nil) {
    self.code = code
    self.wasReduced = wasReduced
    self.closed = closed
  }

  /// What happened and what to do.
  public var description: String {
    let outcome = wasReduced ? "The action was reduced." : "The action wasn't reduced."
    switch code {
    case .closed:
      return "\(closed ?? .shutDown) \(outcome)"
    case .tooManyWaiting:
      return "Too many tasks are waiting for the store. \(outcome) Retry later."
    case .deadlineExceeded:
      let rest = wasReduced ? " The effects that it started were cancelled." : ""
      return "The request's deadline has passed. \(outcome)\(rest)"
    default:
      return """
        The request got no answer. \(outcome) The last copy of its reply was released: no reducer handled the action, or \
        the effect that held the reply ended, or the state that held it was removed.
        """
    }
  }
}
