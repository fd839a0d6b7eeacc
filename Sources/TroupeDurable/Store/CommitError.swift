import Troupe
import TroupeDiagnostics

/// An error that `Store.commit(_:)` throws: the action wasn't reduced, or it isn't known to be saved.
public struct CommitError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``CommitError``. More kinds may be added in the future.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case superseded, unavailable, corrupt, unencodable, cancelled, closed, notDurable, tooManyWaiting
    }
    private let value: Value

    /// Somebody else has saved the key since. The store is closed.
    public static var superseded: Code { Code(value: .superseded) }
    /// The storage didn't save the state in all attempts. The store is closed.
    public static var unavailable: Code { Code(value: .unavailable) }
    /// The value of the key can't be read any more. The store is closed.
    public static var corrupt: Code { Code(value: .corrupt) }
    /// The state couldn't be encoded. The store is closed.
    public static var unencodable: Code { Code(value: .unencodable) }
    /// The task was cancelled. The store goes on, and saves the action with its other turns.
    public static var cancelled: Code { Code(value: .cancelled) }
    /// The store takes no more actions: it was shut down, or the state of a scoped store is gone.
    public static var closed: Code { Code(value: .closed) }
    /// As many tasks as the caller allows wait for the store already.
    public static var tooManyWaiting: Code { Code(value: .tooManyWaiting) }
    /// The store has no storage.
    public static var notDurable: Code { Code(value: .notDurable) }

    /// The name of the kind, such as `superseded`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// Whether the store has reduced the action. If it has, it isn't known whether the action is saved: a save
  /// that the storage hasn't answered may have been done.
  public let wasReduced: Bool
  /// The error of the storage or of the codec; nil if there is none.
  public let underlying: (any Error)?

  init(_ code: Code, wasReduced: Bool, because underlying: (any Error)? = nil) {
    self.code = code
    self.wasReduced = wasReduced
    self.underlying = underlying
  }

  /// The error of a store that couldn't save its turns.
  init(failedToSave key: StorageKey, because underlying: any Error) {
    let code: Code =
      switch (underlying as? StorageError)?.code {
      case .superseded: .superseded
      case .corrupt: .corrupt
      case .some: .unavailable
      case nil: .unencodable
      }
    self.init(code, wasReduced: true, because: underlying)
  }

  /// The same error for an action that wasn't reduced.
  package var ofUnreducedAction: CommitError { CommitError(code, wasReduced: false, because: underlying) }

  /// What happened and what to do.
  public var description: String {
    let outcome = wasReduced ? "Whether the action is saved isn't known." : "The action wasn't reduced."
    let cause = underlying.map { " \(IssueText.error($0))" } ?? ""
    switch code {
    case .superseded:
      return "Another store has saved the same key, so this one has been closed. \(outcome) Make a new store."
    case .cancelled:
      return "The task was cancelled before the action was saved. The store saves it with its other turns."
    case .closed:
      return "The store takes no more actions. \(outcome)\(cause)"
    case .tooManyWaiting:
      return "Too many tasks wait for the store. \(outcome) Try again later."
    case .notDurable:
      return """
        A store without storage can't commit. \(outcome) Make the store with `storage:` and `key:`, or use `send`.
        """
    default:
      return "The store has been closed, as its state couldn't be saved. \(outcome)\(cause)"
    }
  }

  /// Returns the text of the issue about a store that was closed.
  func message(_ store: String, _ key: StorageKey, _ lostTurns: UInt64) -> String {
    let reason =
      code == .superseded
      ? "another store, here or in another process, has saved the same key"
      : "its state couldn't be saved"
    // Last, as the text of an error may be a sentence or not.
    let cause = code == .superseded ? "" : underlying.map { " The error: \(IssueText.error($0))" } ?? ""
    let loss =
      lostTurns == 1
      ? "Its last turn isn't known to be saved. Nothing of it"
      : "Its last \(lostTurns) turns aren't known to be saved. Nothing of them"
    return """
      \(store) was closed: \(reason). The key is "\(IssueText.id(key.text))".\(cause)

      \(loss) has left the store: no `commit` has returned, no effect has started, and no state was published. Its effects \
      were cancelled. Make a new store to go on from what is saved.
      """
  }
}

extension CommitError: SavingFailure {}
