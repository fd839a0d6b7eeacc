import Troupe

/// A ``Storage`` in memory, for tests and previews.
///
/// Its values last as long as the object. A test can make calls fail, lose their replies, take effect late or
/// wait, and can make the storage unavailable for a while:
///
/// ```swift
/// let storage = MemoryStorage { call in
///   call.operation == .save && call.number == 3 ? .loseReply : .perform
/// }
/// ```
///
/// A store reports the first failure of a retried call. It doesn't report this storage's faults, because the
/// test has injected them.
///
/// To simulate the restart of a program, create another store on the same storage.
public final class MemoryStorage: Storage {
  /// A call of a storage, passed to the closure that decides the call's fault.
  public struct Call: Hashable, Sendable {
    /// The operation of a call. Later versions can add operations.
    public struct Operation: Hashable, Sendable {
      private enum Value { case load, save, remove, due }
      private let value: Value

      /// ``Storage/load(_:)``.
      public static var load: Operation { Operation(value: .load) }
      /// ``Storage/save(_:for:expecting:as:wake:)``.
      public static var save: Operation { Operation(value: .save) }
      /// ``Storage/remove(_:expecting:)``.
      public static var remove: Operation { Operation(value: .remove) }
      /// ``Storage/due(before:limit:)``.
      public static var due: Operation { Operation(value: .due) }

      /// Whether the operation changes what is stored.
      public var isChange: Bool { self == .save || self == .remove }
    }

    /// The operation.
    public let operation: Operation
    /// The key; nil for ``Storage/due(before:limit:)``.
    public let key: StorageKey?
    /// The number of the call among the calls of this operation, counted from one.
    public let number: Int
  }

  /// A fault of a call: what happens instead of, or in addition to, the normal operation.
  public struct Fault: Sendable {
    enum Kind: Sendable { case perform, fail, loseReply, late(Int) }
    let kind: Kind
    let wait: (@Sendable () async -> Void)?

    private init(_ kind: Kind, wait: (@Sendable () async -> Void)? = nil) {
      self.kind = kind
      self.wait = wait
    }

    /// The call succeeds.
    public static var perform: Fault { Fault(.perform) }

    /// The call does nothing and throws `unavailable`. An interrupted write looks the same to the caller: the
    /// storage then keeps the old value.
    public static var fail: Fault { Fault(.fail) }

    /// The call takes effect, but throws `unavailable`.
    public static var loseReply: Fault { Fault(.loseReply) }

    /// The call throws `unavailable`. A save or a removal takes effect later, like a delayed request.
    ///
    /// - Parameter calls: The number of further calls for the key after which it takes effect; at least one.
    public static func late(by calls: Int) -> Fault {
      precondition(calls > 0, "MemoryStorage: A late call must be delayed by at least one other call.")
      return Fault(.late(calls))
    }

    /// The call waits first, for a clock or a gate. Cancelling its task doesn't end the wait.
    ///
    /// - Parameters:
    ///   - wait: Waits.
    ///   - fault: The fault after the wait.
    public static func wait(
      _ wait: @escaping @Sendable () async -> Void,
      then fault: Fault = .perform
    ) -> Fault {
      Fault(fault.kind) {
        await wait()
        await fault.wait?()
      }
    }
  }

  /// The error of an injected fault.
  public struct InjectedFault: Error, Hashable, CustomStringConvertible {
    /// A text that says that the fault was injected.
    public var description: String { "a fault that the test asked for" }
  }

  private let state = Locked(MemoryTable())
  private let decide: (@Sendable (Call) -> Fault)?

  /// Creates an empty storage.
  ///
  /// - Parameter decide: Decides the fault of each call; nil for a storage without faults. It is called from
  ///   several tasks at the same time.
  public init(_ decide: (@Sendable (Call) -> Fault)? = nil) { self.decide = decide }

  /// Whether all calls do nothing and throw `unavailable`.
  public var isUnavailable: Bool {
    get { state.withLock { $0.isUnavailable } }
    set { state.withLock { $0.isUnavailable = newValue } }
  }

  /// The keys that have a value, in order.
  public var keys: [StorageKey] { state.withLock { $0.keys } }

  /// The number of saves that took effect.
  public var saveCount: Int { state.withLock { $0.saveCount } }

  /// Returns the value of a key.
  ///
  /// A call whose task is cancelled before it begins throws `unavailable`.
  public func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try await perform(.load, key) { (table) throws(StorageError) in table.value(of: key) }
  }

  /// Replaces the value of a key, if its revision is the expected one.
  ///
  /// A call whose task is cancelled before it begins throws `unavailable` and saves nothing.
  public func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    precondition(
      revision != expected,
      "Storage.save: The new revision must differ from the expected one."
    )
    let value = StoredValue(bytes: bytes, revision: revision)
    try await perform(.save, key) { (table) throws(StorageError) in
      try table.save(value, for: key, expecting: expected, wake: wake)
    }
  }

  /// Removes the value of a key, if its revision is the expected one.
  ///
  /// A call whose task is cancelled before it begins throws `unavailable` and removes nothing.
  public func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await perform(.remove, key) { (table) throws(StorageError) in
      try table.remove(key, expecting: expected)
    }
  }

  /// Returns the keys that asked to be opened before an instant, the earliest first.
  ///
  /// A call whose task is cancelled before it begins throws `unavailable`.
  public func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [ScheduledKey] {
    try await perform(.due, nil) { (table) throws(StorageError) in table.due(before: instant, limit: limit) }
  }

  private func perform<Result: Sendable>(
    _ operation: Call.Operation,
    _ key: StorageKey?,
    _ work: @escaping @Sendable (inout MemoryTable) throws(StorageError) -> Result
  ) async throws(StorageError) -> Result {
    do { try Task.checkCancellation() } catch { throw .unavailable(key, because: error) }
    let number = state.withLock { $0.count(operation) }
    let fault = decide?(Call(operation: operation, key: key, number: number)) ?? .perform
    await fault.wait?()
    let outcome: Swift.Result<Result, StorageError> = state.withLock { table in
      if let key { table.arrive(key) }
      guard !table.isUnavailable else { return .failure(.unavailable(key, because: InjectedFault())) }
      switch fault.kind {
      case .perform:
        return Swift.Result { () throws(StorageError) in try work(&table) }
      case .fail: break
      case .loseReply:
        do throws(StorageError) { _ = try work(&table) } catch { return .failure(error) }
      case .late(let calls):
        guard let key, operation.isChange else { break }
        // A request that arrives too late is refused, and no caller waits for the answer.
        table.expect(for: key, after: calls) { table in
          do throws(StorageError) { _ = try work(&table) } catch {}
        }
      }
      return .failure(.unavailable(key, because: InjectedFault()))
    }
    return try outcome.get()
  }
}
