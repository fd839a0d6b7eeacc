import Troupe
import TroupeDiagnostics

/// An error that `Store.commit(_:)` throws: the action wasn't reduced, or it isn't known to be saved.
///
/// `ask` and `StoreTask.result()` throw it as well, if the store can't save its turns any more.
public struct CommitError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``CommitError``. More kinds may be added in the future.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case superseded, unavailable, corrupt, unencodable, cancelled, closed, notDurable, tooManyWaiting
    }
    private let value: Value

    /// Another store has saved the key since. The store is closed.
    public static var superseded: Code { Code(value: .superseded) }
    /// The storage didn't save the state in all attempts. The store is closed.
    public static var unavailable: Code { Code(value: .unavailable) }
    /// The value of the key can't be read any more. The store is closed.
    public static var corrupt: Code { Code(value: .corrupt) }
    /// The state couldn't be encoded. The store is closed.
    public static var unencodable: Code { Code(value: .unencodable) }
    /// The task was cancelled. The store continues, and saves the action with its other turns.
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

  /// What became of the action. More outcomes may be added in the future.
  public struct Outcome: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case notReduced, notSaved, saved, unknown }
    private let value: Value

    /// The store hasn't reduced the action. Nothing has happened.
    public static var notReduced: Outcome { Outcome(value: .notReduced) }
    /// The store has reduced the action, and it isn't saved. Its effects haven't started.
    public static var notSaved: Outcome { Outcome(value: .notSaved) }
    /// The action is saved. A later turn isn't, for which the caller has waited as well.
    public static var saved: Outcome { Outcome(value: .saved) }
    /// The store has reduced the action, and it isn't known whether it is saved: a save that the storage
    /// hasn't acknowledged may have been done, or may still be.
    public static var unknown: Outcome { Outcome(value: .unknown) }

    /// The name of the outcome, such as `notSaved`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// What became of the action.
  public let outcome: Outcome
  /// The key of the store; nil if the store has none, or if the caller was refused without asking it.
  public let key: StorageKey?
  /// The error of the storage or of the codec; nil if there is none.
  public let underlying: (any Error)?
  /// The name of the store, if it has one, and where it was made.
  let store: String

  /// Whether the store has reduced the action. ``outcome`` tells whether it is saved.
  public var wasReduced: Bool { outcome != .notReduced }

  init(
    _ code: Code,
    _ outcome: Outcome,
    of store: String,
    _ key: StorageKey?,
    because underlying: (any Error)? = nil
  ) {
    self.code = code
    self.outcome = outcome
    self.store = store
    self.key = key
    self.underlying = underlying
  }

  /// The error of a store that couldn't save its turns.
  ///
  /// - Parameters:
  ///   - store: The name of the store.
  ///   - key: The key of the store.
  ///   - mayBeSaved: Whether an attempt may have saved them.
  ///   - underlying: The error of the storage or of the codec.
  init(failedToSave store: String, _ key: StorageKey, mayBeSaved: Bool, because underlying: any Error) {
    let code: Code =
      switch (underlying as? StorageError)?.code {
      case .superseded: .superseded
      case .corrupt: .corrupt
      case .some: .unavailable
      case nil: .unencodable
      }
    self.init(code, mayBeSaved ? .unknown : .notSaved, of: store, key, because: underlying)
  }

  /// Whether the store had closed before it took the action, so that another store of the key may take it.
  @usableFromInline
  var isOfClosedStore: Bool {
    outcome == .notReduced && [.superseded, .unavailable, .corrupt, .unencodable, .closed].contains(code)
  }
}

extension CommitError: SavingFailure {
  package func of(_ fate: ActionFate) -> CommitError {
    let outcome: Outcome =
      switch fate {
      case .notReduced: .notReduced
      case .saved: .saved
      case .inFailedSave: self.outcome
      case .inNoSave: .notSaved
      case .anyOfSeveral: .unknown
      }
    return CommitError(code, outcome, of: store, key, because: underlying)
  }

  package var closed: StoreClosed {
    StoreClosed(code == .superseded ? .superseded : .notSaved, store: storeAndKey, because: self)
  }
}
