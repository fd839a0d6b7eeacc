/// An error that a store throws if the store is closed, refuses an action, or has no result for a call.
///
/// All methods of ``Store`` throw this type in these cases, so a closed store or a passed deadline causes the
/// same error everywhere. ``code`` identifies the reason. ``wasReduced`` shows whether the call is safe to
/// retry.
///
/// ```swift
/// do {
///   let isAccepted = try await orders.ask(within: .seconds(2), maxWaiting: 1_000) {
///     .ordered(count, reply: $0)
///   }
///   return isAccepted ? 200 : 409
/// } catch let error as StoreError {
///   return error.wasReduced ? 504 : 503
/// }
/// ```
///
/// Two errors are equal if they have the same ``code`` and the same ``wasReduced``.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``StoreError``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String {
      case shutDown, stateGone, superseded, notSaved, released
      case inboxFull, tooManyWaiting, deadlineExceeded, unanswered
    }
    private let value: Value

    /// The store was shut down, or is being shut down.
    public static var shutDown: Code { Code(value: .shutDown) }
    /// The scoped store's state is gone.
    public static var stateGone: Code { Code(value: .stateGone) }
    /// The store closed itself because another store has saved its state under the same key.
    public static var superseded: Code { Code(value: .superseded) }
    /// The store closed itself because its state couldn't be saved.
    public static var notSaved: Code { Code(value: .notSaved) }
    /// The store was released while the awaited effects were running.
    public static var released: Code { Code(value: .released) }
    /// The inbox was full.
    public static var inboxFull: Code { Code(value: .inboxFull) }
    /// The number of waiting tasks has reached the caller's limit.
    public static var tooManyWaiting: Code { Code(value: .tooManyWaiting) }
    /// The call's deadline has passed.
    public static var deadlineExceeded: Code { Code(value: .deadlineExceeded) }
    /// The last copy of the ``Reply`` was released without an answer.
    public static var unanswered: Code { Code(value: .unanswered) }

    /// Whether the code means that the store is closed, or that the scoped store's state is gone.
    public var isClosed: Bool {
      switch value {
      case .shutDown, .stateGone, .superseded, .notSaved, .released: true
      case .inboxFull, .tooManyWaiting, .deadlineExceeded, .unanswered: false
      }
    }

    /// The name of the kind, such as `shutDown`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// Whether the store has reduced the call's action. If this property is false, the call has had no effect
  /// and is safe to retry. For a call without an action, such as `wait`, the property is false.
  public private(set) var wasReduced: Bool
  /// The `CommitError` with which the store closed itself; nil for the other kinds of error, and for an error
  /// from the handle of an action that a closed store refused.
  public var underlying: (any Error)? { detail?.underlying }
  /// The capacity of the inbox, if the inbox was full; nil for the other kinds of error.
  public var capacity: Int? { detail?.capacity }
  /// Details that only a few kinds of error contain. The details are stored separately, so that the error
  /// itself is small.
  private let detail: Detail?

  private final class Detail: Sendable {
    /// A text that identifies the store; nil if the error doesn't name the store.
    let store: String?
    let underlying: (any Error)?
    let capacity: Int?

    init(store: String? = nil, underlying: (any Error)? = nil, capacity: Int? = nil) {
      self.store = store
      self.underlying = underlying
      self.capacity = capacity
    }
  }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The kind of error, by default the code of a store that was shut down.
  ///   - wasReduced: Whether the store has reduced the call's action.
  public init(_ code: Code = .shutDown, wasReduced: Bool = false) {
    self.init(code, wasReduced: wasReduced, nil)
  }

  private init(_ code: Code, wasReduced: Bool, _ detail: Detail?) {
    self.code = code
    self.wasReduced = wasReduced
    self.detail = detail
  }

  /// Creates the error of a store that has closed itself.
  ///
  /// - Parameters:
  ///   - code: The kind of error.
  ///   - store: A text that identifies the store, with its key.
  ///   - underlying: The error with which the store closed itself.
  package init(_ code: Code, store: String, because underlying: any Error) {
    self.init(code, wasReduced: false, Detail(store: store, underlying: underlying))
  }

  /// Returns a copy of the error for a call whose action was reduced.
  func afterReducing() -> StoreError {
    var error = self
    error.wasReduced = true
    return error
  }

  /// The store was shut down, or is being shut down.
  public static var shutDown: StoreError { StoreError(.shutDown) }

  /// The scoped store's state is gone.
  public static var stateGone: StoreError { StoreError(.stateGone) }

  /// The store closed itself because another store has saved its state under the same key.
  public static var superseded: StoreError { StoreError(.superseded) }

  /// The store closed itself because its state couldn't be saved.
  public static var notSaved: StoreError { StoreError(.notSaved) }

  /// The store was released while the awaited effects were running.
  public static var released: StoreError { StoreError(.released) }

  /// The inbox was full.
  ///
  /// - Parameter capacity: The maximum number of actions in the inbox.
  public static func inboxFull(capacity: Int) -> StoreError {
    StoreError(.inboxFull, wasReduced: false, Detail(capacity: capacity))
  }
}

extension StoreError: Hashable {
  /// Returns whether two errors have the same ``code`` and the same ``wasReduced``.
  public static func == (lhs: StoreError, rhs: StoreError) -> Bool {
    lhs.code == rhs.code && lhs.wasReduced == rhs.wasReduced
  }

  /// Hashes ``code`` and ``wasReduced``.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(wasReduced)
  }
}

extension StoreError {
  /// A description of the error and of its remedy.
  public var description: String {
    if code.isClosed { return wasReduced ? "\(closedText) The action was reduced." : closedText }
    let outcome = wasReduced ? "The action was reduced." : "The action wasn't reduced."
    switch code {
    case .inboxFull:
      let size = capacity.map { ": it holds \($0) actions" } ?? ""
      return """
        The store's inbox is full\(size). Send with `await store.send`, which waits for its turn, or choose a larger \
        capacity or another overflow policy in `StoreConfiguration.inbox`.
        """
    case .tooManyWaiting:
      return "Too many tasks are waiting for the store. \(outcome) Retry later."
    case .deadlineExceeded:
      return wasReduced
        ? "The call's deadline has passed. \(outcome) The effects that the action started were cancelled."
        : "The call's deadline has passed. No action was reduced."
    default:
      return """
        The request got no answer. \(outcome) The last copy of its reply was released: no reducer handled the action, or \
        the effect that held the reply ended, or the state that held it was removed.
        """
    }
  }

  /// A description of the reason why the store is closed, and of the remedy.
  private var closedText: String {
    let store = detail?.store ?? "this store"
    switch code {
    case .stateGone:
      return """
        The scoped store's state is gone: it was set to nil or replaced by another state. Scope a new store from the parent.
        """
    case .superseded:
      return """
        Superseded: another store, in this or another process, has saved the same key, so \(store) was \
        closed. To continue from the saved state, open a new store of the key, and have one owner for each key. To read a \
        state without owning its key, use `Storage.read`.
        """
    case .notSaved:
      return """
        The state of \(store) couldn't be saved, so the store was closed. To continue from the saved state, open a \
        new store of the key.
        """
    case .released:
      return """
        The store was released while the effects were running, so they were cancelled. A handle doesn't keep its store alive: keep the \
        store until the effects have ended.
        """
    default:
      return "The store has been shut down and accepts no more actions."
    }
  }
}
