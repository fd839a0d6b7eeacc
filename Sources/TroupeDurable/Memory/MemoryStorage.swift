import Troupe

/// A ``Storage`` in memory, for tests and previews.
///
/// Its values last as long as the object. A test can let calls fail, lose their replies, take effect late or
/// wait, and can make the storage unavailable for a while:
///
/// ```swift
/// let storage = MemoryStorage { call in
///   call.operation == .save && call.number == 3 ? .loseReply : .perform
/// }
/// ```
///
/// A store reports the first failure of what it retries. It doesn't report faults of this storage, as the
/// test has asked for them.
///
/// To simulate the restart of a program, make another store on the same storage.
public final class MemoryStorage: Storage {
  /// A call of a storage, for the closure that decides what happens to it.
  public struct Call: Hashable, Sendable {
    /// The operation of a call. Later versions may add operations.
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

  /// What happens to a call.
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

    /// Nothing is done, and the call throws `unavailable`. An interrupted write looks the same to the caller:
    /// a storage keeps the old value then.
    public static var fail: Fault { Fault(.fail) }

    /// The call is done, and throws `unavailable`.
    public static var loseReply: Fault { Fault(.loseReply) }

    /// The call throws `unavailable`. A save or a removal is done later, as a request that was on its way.
    ///
    /// - Parameter calls: After how many further calls for the key it is done, one or more.
    public static func late(by calls: Int) -> Fault {
      precondition(calls > 0, "MemoryStorage: A call that is late comes after one other call at least.")
      return Fault(.late(calls))
    }

    /// The call waits first, for a clock or a gate. Cancelling its task doesn't end the wait.
    ///
    /// - Parameters:
    ///   - wait: Waits.
    ///   - fault: What happens then.
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
    /// Says that the fault was injected.
    public var description: String { "a fault that the test asked for" }
  }

  private let state = Locked(MemoryTable())
  private let decide: (@Sendable (Call) -> Fault)?

  /// Creates an empty storage.
  ///
  /// - Parameter decide: Decides what happens to each call; nil for a storage without faults. It is called
  ///   from several tasks at the same time.
  public init(_ decide: (@Sendable (Call) -> Fault)? = nil) { self.decide = decide }

  /// Whether all calls throw `unavailable`, and do nothing.
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
  /// A call whose task is cancelled before it begins throws `unavailable`, and nothing was saved.
  public func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    precondition(
      revision != expected,
      "Storage.save: The new revision has to be another than the expected one."
    )
    let value = StoredValue(bytes: bytes, revision: revision)
    try await perform(.save, key) { (table) throws(StorageError) in
      try table.save(value, for: key, expecting: expected, wake: wake)
    }
  }

  /// Removes the value of a key, if its revision is the expected one.
  ///
  /// A call whose task is cancelled before it begins throws `unavailable`, and nothing was removed.
  public func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await perform(.remove, key) { (table) throws(StorageError) in
      try table.remove(key, expecting: expected)
    }
  }

  /// Returns the keys that asked to be opened before an instant, the earliest first.
  ///
  /// A call whose task is cancelled before it begins throws `unavailable`.
  public func due(before instant: WallClockInstant, limit: Int) async throws(StorageError) -> [DueKey] {
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
        // A request that arrives too late is refused, and nobody is there to be told.
        table.expect(for: key, after: calls) { table in
          do throws(StorageError) { _ = try work(&table) } catch {}
        }
      }
      return .failure(.unavailable(key, because: InjectedFault()))
    }
    return try outcome.get()
  }
}
