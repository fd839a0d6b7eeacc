/// The error of a request to a store that the store refused, or that got no answer.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a ``RequestError``. More kinds may be added in the future.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case closed, tooManyWaiting, deadlineExceeded, unanswered }
    private let value: Value

    /// The store was shut down, or the state of a scoped store is gone.
    public static var closed: Code { Code(value: .closed) }
    /// As many tasks as the caller allows wait for the store already.
    public static var tooManyWaiting: Code { Code(value: .tooManyWaiting) }
    /// The time that the caller gave was over.
    public static var deadlineExceeded: Code { Code(value: .deadlineExceeded) }
    /// The last copy of the ``Reply`` was released, and nobody had answered it.
    public static var unanswered: Code { Code(value: .unanswered) }

    /// The name of the kind, such as `unanswered`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// Whether the store has reduced the action. If it hasn't, nothing has happened, and the request can be
  /// made again.
  public let wasReduced: Bool
  /// Why the store is closed, for the code `closed`; nil for the others.
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
      return "Too many tasks wait for the store. \(outcome) Try again later."
    case .deadlineExceeded:
      let rest = wasReduced ? " The effects that it had started were cancelled." : ""
      return "The time for the request is over. \(outcome)\(rest)"
    default:
      return """
        Nobody answered the request. \(outcome) Its last reply was released: a reducer left the action unhandled, or what \
        kept the reply went away, such as an effect that ended or a state that was removed.
        """
    }
  }
}
