/// The error of a closed store: it takes no action, or the wait for a state ended without one.
///
/// Two errors are equal if their codes are.
public struct StoreClosed: Error, Sendable, CustomStringConvertible {
  /// The kind of a ``StoreClosed``. Later versions may add kinds.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String { case shutDown, stateGone, superseded, notSaved, released }
    private let value: Value

    /// The store was shut down, or is being shut down.
    public static var shutDown: Code { Code(value: .shutDown) }
    /// The state of the scoped store is gone.
    public static var stateGone: Code { Code(value: .stateGone) }
    /// The store has closed itself, as another store has saved the same key since.
    public static var superseded: Code { Code(value: .superseded) }
    /// The store has closed itself, as its state couldn't be saved.
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
  /// What only few errors have. Apart, so that a call that may throw the error returns a small value.
  private let detail: Detail?

  private final class Detail: Sendable {
    /// The text for the store.
    let store: String
    let underlying: any Error

    init(_ store: String, _ underlying: any Error) {
      self.store = store
      self.underlying = underlying
    }
  }

  /// Creates an error. The default code is that of a store that was shut down.
  public init(_ code: Code = .shutDown) {
    self.code = code
    detail = nil
  }

  /// Creates the error of a store that has closed itself.
  ///
  /// - Parameters:
  ///   - code: The kind of error.
  ///   - store: The text for the store, with its key.
  ///   - underlying: The error with which it closed itself.
  package init(_ code: Code, store: String, because underlying: any Error) {
    self.code = code
    detail = Detail(store, underlying)
  }

  /// The store was shut down, or is being shut down.
  public static var shutDown: StoreClosed { StoreClosed(.shutDown) }

  /// The state of the scoped store is gone.
  public static var stateGone: StoreClosed { StoreClosed(.stateGone) }

  /// The store has closed itself, as another store has saved the same key since.
  public static var superseded: StoreClosed { StoreClosed(.superseded) }

  /// The store has closed itself, as its state couldn't be saved.
  public static var notSaved: StoreClosed { StoreClosed(.notSaved) }

  /// The store was released while the awaited effects ran.
  public static var released: StoreClosed { StoreClosed(.released) }

  /// What happened and what to do about it.
  public var description: String {
    let store = detail?.store ?? "this store"
    switch code {
    case .stateGone:
      return """
        The state of the scoped store is gone: it was set to nil or replaced by another. Scope a new store from the parent.
        """
    case .superseded:
      return """
        Superseded: another store, here or in another process, has saved the same key since, so \(store) was \
        closed. Open a new store of the key to continue from what is saved, and have one owner for each key. To look at a \
        state without owning it, use `Storage.read`.
        """
    case .notSaved:
      return """
        The state of \(store) couldn't be saved, so the store was closed. Open a new store of the key to \
        continue from what is saved.
        """
    case .released:
      return """
        The store was released while the effects ran, so they were cancelled. A handle doesn't keep its store: keep the \
        store until the effects have ended.
        """
    default:
      return "The store has been shut down and takes no more actions."
    }
  }
}

extension StoreClosed: Hashable {
  /// Whether the codes are equal.
  public static func == (lhs: StoreClosed, rhs: StoreClosed) -> Bool { lhs.code == rhs.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Store {
  /// Why the store takes no more actions; nil as long as it takes them.
  ///
  /// Sequences such as ``states()`` end without an error. This tells a consumer why.
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
