import Troupe

/// A ``Storage`` that keeps its values in memory, for tests and previews.
///
/// The values exist as long as the object. A test can make calls fail, lose their replies, take effect late
/// or wait, and can make the storage unavailable for a while:
///
/// ```swift
/// let storage = MemoryStorage { call in
///   call.operation == .save && call.number == 3 ? .loseReply : .perform
/// }
/// ```
///
/// A store reports the first failure of a retried call, but not this storage's faults, because the test has
/// injected them.
///
/// To simulate the restart of a program, create another store on the same storage.
public final class MemoryStorage: Storage {
  /// A call to the storage, which is passed to the closure that determines the call's fault.
  public struct Call: Hashable, Sendable {
    /// The operation that a call performs. Later versions can add operations.
    public struct Operation: Hashable, Sendable {
      private enum Value { case load, save, remove, due }
      private let value: Value

      /// The operation ``Storage/load(_:)``.
      public static var load: Operation { Operation(value: .load) }
      /// The operation ``Storage/save(_:for:expecting:as:wake:)``.
      public static var save: Operation { Operation(value: .save) }
      /// The operation ``Storage/remove(_:expecting:)``.
      public static var remove: Operation { Operation(value: .remove) }
      /// The operation ``Storage/due(before:limit:)``.
      public static var due: Operation { Operation(value: .due) }

      /// Whether the operation changes stored values.
      public var isChange: Bool { self == .save || self == .remove }
    }

    /// The operation that the call performs.
    public let operation: Operation
    /// The call's key; nil for ``Storage/due(before:limit:)``.
    public let key: StorageKey?
    /// The call's number among all calls of the same operation, counted from one.
    public let number: Int
  }

  /// A fault that replaces or changes a call's normal behavior.
  public struct Fault: Sendable {
    enum Kind: Sendable { case perform, fail, loseReply, late(Int) }
    let kind: Kind
    let wait: (@Sendable () async -> Void)?

    private init(_ kind: Kind, wait: (@Sendable () async -> Void)? = nil) {
      self.kind = kind
      self.wait = wait
    }

    /// The call has no fault.
    public static var perform: Fault { Fault(.perform) }

    /// The call does nothing and throws `unavailable`. An interrupted write, after which the storage keeps
    /// the old value, looks the same to the caller.
    public static var fail: Fault { Fault(.fail) }

    /// The call takes effect, but throws `unavailable`.
    public static var loseReply: Fault { Fault(.loseReply) }

    /// The call throws `unavailable`. A save or a removal takes effect later, like a delayed request.
    ///
    /// - Parameter calls: The number of further calls for the key after which the call takes effect, which
    ///   must be at least one.
    public static func late(by calls: Int) -> Fault {
      precondition(calls > 0, "MemoryStorage: A late call must be delayed by at least one other call.")
      return Fault(.late(calls))
    }

    /// The call first waits, for example for a clock or a gate. Cancelling the calling task doesn't end the
    /// wait.
    ///
    /// - Parameters:
    ///   - wait: A closure that waits.
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

  /// The underlying error of a call with an injected fault.
  public struct InjectedFault: Error, Hashable, CustomStringConvertible {
    /// A text which states that the test injected the fault.
    public var description: String { "a fault that the test injected" }
  }

  private let state = Locked(MemoryTable())
  private let decide: (@Sendable (Call) -> Fault)?

  /// Creates an empty storage.
  ///
  /// - Parameter decide: Returns the fault of each call; nil for a storage without faults. The closure may be
  ///   called from several tasks concurrently.
  public init(_ decide: (@Sendable (Call) -> Fault)? = nil) { self.decide = decide }

  /// Whether each call does nothing and throws `unavailable`.
  public var isUnavailable: Bool {
    get { state.withLock { $0.isUnavailable } }
    set { state.withLock { $0.isUnavailable = newValue } }
  }

  /// The keys that have a value, in ascending order.
  public var keys: [StorageKey] { state.withLock { $0.keys } }

  /// The number of saves that took effect.
  public var saveCount: Int { state.withLock { $0.saveCount } }

  /// Returns a key's value.
  ///
  /// If the task is cancelled before the call starts, the call throws `unavailable`.
  public func load(_ key: StorageKey) async throws(StorageError) -> StoredValue? {
    try await perform(.load, key) { (table) throws(StorageError) in table.value(of: key) }
  }

  /// Replaces a key's value if the stored revision is the expected revision.
  ///
  /// If the task is cancelled before the call starts, the call throws `unavailable` and saves nothing.
  public func save(
    _ bytes: [UInt8],
    for key: StorageKey,
    expecting expected: StorageRevision?,
    as revision: StorageRevision,
    wake: WallClockInstant?
  ) async throws(StorageError) {
    precondition(
      revision != expected,
      "Storage.save: The new revision must differ from the expected revision."
    )
    let value = StoredValue(bytes: bytes, revision: revision)
    try await perform(.save, key) { (table) throws(StorageError) in
      try table.save(value, for: key, expecting: expected, wake: wake)
    }
  }

  /// Removes a key's value if the stored revision is the expected revision.
  ///
  /// If the task is cancelled before the call starts, the call throws `unavailable` and removes nothing.
  public func remove(_ key: StorageKey, expecting expected: StorageRevision) async throws(StorageError) {
    try await perform(.remove, key) { (table) throws(StorageError) in
      try table.remove(key, expecting: expected)
    }
  }

  /// Returns the keys whose wake instants are before an instant, the earliest first.
  ///
  /// If the task is cancelled before the call starts, the call throws `unavailable`.
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
        // If the request arrives too late, it is refused. The error is ignored, because no caller is waiting
        // for the answer.
        table.expect(for: key, after: calls) { table in
          do throws(StorageError) { _ = try work(&table) } catch {}
        }
      }
      return .failure(.unavailable(key, because: InjectedFault()))
    }
    return try outcome.get()
  }
}
