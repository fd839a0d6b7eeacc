/// The error of a closed store, which refuses an action or can't fulfil a wait.
///
/// Two errors are equal if their codes are.
public struct StoreClosed: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``StoreClosed``. Later versions can add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case shutDown, stateGone, superseded, notSaved, released }
    private let value: Value

    /// The store was shut down, or is being shut down.
    public static var shutDown: Code { Code(value: .shutDown) }
    /// The state of the scoped store is gone.
    public static var stateGone: Code { Code(value: .stateGone) }
    /// The store closed itself because another store has saved the same key.
    public static var superseded: Code { Code(value: .superseded) }
    /// The store closed itself because its state couldn't be saved.
    public static var notSaved: Code { Code(value: .notSaved) }
    /// The store was released while the awaited effects ran.
    public static var released: Code { Code(value: .released) }

    /// The name of the kind, such as `shutDown`.
    public var description: String { value.rawValue }
  }

  /// The kind of error.
  public let code: Code
  /// The error with which the store closed itself, a `CommitError`; nil for the other kinds, and for the
  /// handle of an action that a closed store refused.
  public var underlying: (any Error)? { detail?.underlying }
  /// Details that few errors have, stored separately so that a call that may throw the error returns a small
  /// value.
  private let detail: Detail?

  private final class Detail: Sendable {
    /// A text that identifies the store.
    let store: String
    let underlying: any Error

    init(_ store: String, _ underlying: any Error) {
      self.store = store
      self.underlying = underlying
    }
  }

  /// Creates an error, by default for a store that was shut down.
  public init(_ code: Code = .shutDown) {
    self.code = code
    detail = nil
  }

  /// Creates the error of a store that has closed itself.
  ///
  /// - Parameters:
  ///   - code: The kind of error.
  ///   - store: A text that identifies the store, with its key.
  ///   - underlying: The error with which it closed itself.
  package init(_ code: Code, store: String, because underlying: any Error) {
    self.code = code
    detail = Detail(store, underlying)
  }

  /// The store was shut down, or is being shut down.
  public static var shutDown: StoreClosed { StoreClosed(.shutDown) }

  /// The state of the scoped store is gone.
  public static var stateGone: StoreClosed { StoreClosed(.stateGone) }

  /// The store closed itself because another store has saved the same key.
  public static var superseded: StoreClosed { StoreClosed(.superseded) }

  /// The store closed itself because its state couldn't be saved.
  public static var notSaved: StoreClosed { StoreClosed(.notSaved) }

  /// The store was released while the awaited effects ran.
  public static var released: StoreClosed { StoreClosed(.released) }

  /// What happened and what to do about it.
  public var description: String {
    let store = detail?.store ?? "this store"
    switch code {
    case .stateGone:
      return """
        The scoped store's state is gone: it was set to nil or replaced by another. Scope a new store from the parent.
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
        The store was released while the effects ran, so they were cancelled. A handle doesn't keep its store alive: keep the \
        store until the effects have ended.
        """
    default:
      return "The store has been shut down and accepts no more actions."
    }
  }
}

extension StoreClosed: Hashable {
  /// Returns whether two errors have the same code.
  public static func == (lhs: StoreClosed, rhs: StoreClosed) -> Bool { lhs.code == rhs.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Store {
  /// The reason why the store accepts no more actions; nil while it accepts them.
  ///
  /// Sequences such as ``states()`` end without an error. Read this property to find out why.
  ///
  /// ```swift
  /// for await state in orders.states() { show(state) }
  /// if await orders.closedReason == .superseded { print("Another process takes the orders now.") }
  /// ```
  public var closedReason: StoreClosed? {
    runtime.enter { core.closed }
  }

  /// Whether the store was shut down, or is being shut down.
  @usableFromInline
  package nonisolated var isClosedToActions: Bool { runtime.mailbox.isClosed }
}
