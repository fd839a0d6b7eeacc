import Troupe
import TroupeDiagnostics

/// An error of `Store.commit(_:)`: the action wasn't reduced, or it isn't known to be saved.
///
/// `ask` and `StoreTask.result()` also throw it if the store can no longer save its turns.
public struct CommitError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``CommitError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case superseded, unavailable, corrupt, unencodable, cancelled, closed, notDurable, tooManyWaiting
    }
    private let value: Value

    /// Another store has saved the same key. The store is closed.
    public static var superseded: Code { Code(value: .superseded) }
    /// The storage failed to save the state in all attempts. The store is closed.
    public static var unavailable: Code { Code(value: .unavailable) }
    /// The stored value of the key can no longer be read. The store is closed.
    public static var corrupt: Code { Code(value: .corrupt) }
    /// The state couldn't be encoded. The store is closed.
    public static var unencodable: Code { Code(value: .unencodable) }
    /// The task was cancelled. The store continues, and saves the action with its other turns.
    public static var cancelled: Code { Code(value: .cancelled) }
    /// The store accepts no more actions: it was shut down, or a scoped store's state is gone.
    public static var closed: Code { Code(value: .closed) }
    /// The number of waiting tasks has reached the caller's limit.
    public static var tooManyWaiting: Code { Code(value: .tooManyWaiting) }
    /// The store has no storage.
    public static var notDurable: Code { Code(value: .notDurable) }

    /// The name of the kind, such as `superseded`.
    public var description: String { value.rawValue }
  }

  /// The outcome of the action. Later versions can add outcomes.
  public struct Outcome: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case notReduced, notSaved, saved, unknown }
    private let value: Value

    /// The store hasn't reduced the action. Nothing has happened.
    public static var notReduced: Outcome { Outcome(value: .notReduced) }
    /// The store has reduced the action, and it isn't saved. Its effects haven't started.
    public static var notSaved: Outcome { Outcome(value: .notSaved) }
    /// The action is saved. A later turn that the caller also waited for isn't saved.
    public static var saved: Outcome { Outcome(value: .saved) }
    /// The store has reduced the action, but it isn't known whether it is saved: an unacknowledged save may
    /// have taken effect, or may still take effect.
    public static var unknown: Outcome { Outcome(value: .unknown) }

    /// The name of the outcome, such as `notSaved`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The outcome of the action.
  public let outcome: Outcome
  /// The store's key; nil if the store has none, or if the caller was refused before the store was asked.
  public let key: StorageKey?
  /// The error of the storage or of the codec; nil if there is no such error.
  public let underlying: (any Error)?
  /// The store's name, if it has one, and the location at which it was created.
  let store: String

  /// Whether the store has reduced the action. ``outcome`` says whether it is saved.
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

  /// Creates the error of a store that couldn't save its turns.
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

  /// Whether the store closed before it accepted the action, so that another store of the key may accept it.
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

  package var closed: StoreError {
    StoreError(code == .superseded ? .superseded : .notSaved, store: storeAndKey, because: self)
  }
}
