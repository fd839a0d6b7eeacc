import Troupe
import TroupeDiagnostics

/// An error of `Store.commit(_:)`. The action wasn't reduced, or isn't known to be saved.
///
/// `ask` and `StoreTask.result()` also throw this error if the store can no longer save its turns.
public struct CommitError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``CommitError``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case superseded, unavailable, corrupt, unencodable, cancelled, closed, notDurable, tooManyWaiting
    }
    private let value: Value

    /// Another store has saved the same key. The store is closed.
    public static var superseded: Code { Code(value: .superseded) }
    /// All attempts to save the state failed. The store is closed.
    public static var unavailable: Code { Code(value: .unavailable) }
    /// The key's stored value can no longer be read. The store is closed.
    public static var corrupt: Code { Code(value: .corrupt) }
    /// The state couldn't be encoded. The store is closed.
    public static var unencodable: Code { Code(value: .unencodable) }
    /// The task was cancelled. The store continues and saves the action with its other turns.
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

  /// The outcome of an action. Later versions can add outcomes.
  public struct Outcome: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case notReduced, notSaved, saved, unknown }
    private let value: Value

    /// The store hasn't reduced the action. Nothing has happened.
    public static var notReduced: Outcome { Outcome(value: .notReduced) }
    /// The store has reduced the action, but the action isn't saved. Its effects haven't started.
    public static var notSaved: Outcome { Outcome(value: .notSaved) }
    /// The action is saved, but the caller also waited for a later turn, which isn't saved.
    public static var saved: Outcome { Outcome(value: .saved) }
    /// The store has reduced the action, but whether the action is saved is unknown: an unacknowledged save
    /// may have taken effect, or may still take effect.
    public static var unknown: Outcome { Outcome(value: .unknown) }

    /// The name of the outcome, such as `notSaved`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The action's outcome.
  public let outcome: Outcome
  /// The store's key; nil if the store has no key, or if the error is `tooManyWaiting`.
  public let key: StorageKey?
  /// The error that caused this error, such as the storage's or the codec's error; nil if no other error
  /// caused this error.
  public let underlying: (any Error)?
  /// The store's name, if it has one, and the location at which it was created.
  let store: String
  /// The shared value whose loss closed the store; nil if the store's own state couldn't be saved.
  let sharedValue: String?

  /// Whether the store has reduced the action. ``outcome`` shows whether the action is saved.
  public var wasReduced: Bool { outcome != .notReduced }

  init(
    _ code: Code,
    _ outcome: Outcome,
    of store: String,
    _ key: StorageKey?,
    because underlying: (any Error)? = nil,
    lost sharedValue: String? = nil
  ) {
    self.sharedValue = sharedValue
    self.code = code
    self.outcome = outcome
    self.store = store
    self.key = key
    self.underlying = underlying
  }

  /// Creates the error for turns that a store couldn't save.
  ///
  /// - Parameters:
  ///   - store: The store's name and location.
  ///   - key: The store's key.
  ///   - mayBeSaved: Whether an attempt may have saved the turns.
  ///   - underlying: The storage's or the codec's error.
  init(failedToSave store: String, _ key: StorageKey, mayBeSaved: Bool, because underlying: any Error) {
    let code = Code(failedToSave: underlying)
    self.init(code, mayBeSaved ? .unknown : .notSaved, of: store, key, because: underlying)
  }

  /// Whether the store closed before it accepted the action, so that the key's next store may accept the
  /// action.
  @usableFromInline
  var isOfClosedStore: Bool {
    outcome == .notReduced && [.superseded, .unavailable, .corrupt, .unencodable, .closed].contains(code)
  }
}

extension CommitError.Code {
  /// Creates the code for a save that failed with an error.
  init(failedToSave error: any Error) {
    self =
      switch (error as? StorageError)?.code {
      case .superseded: .superseded
      case .corrupt: .corrupt
      case .some: .unavailable
      case nil: .unencodable
      }
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
    return CommitError(code, outcome, of: store, key, because: underlying, lost: sharedValue)
  }

  package var closed: StoreError {
    StoreError(code == .superseded ? .superseded : .notSaved, store: storeAndKey, because: self)
  }
}
