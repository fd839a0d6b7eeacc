import TroupeDependencies

/// A value behind a lock.
///
/// ```swift
/// let searched = LockIsolated<[String]>([])
/// let search: @Sendable (String) -> Void = { query in searched.withValue { $0.append(query) } }
/// ```
///
/// A thread may lock it again while it has it locked. Code under the lock can't wait for anything.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // Guarded by the lock. `Mutex` can't be locked again by the thread that has it.
  private var stored: Value
  private let lock = RecursiveLock()

  /// Creates a value behind a lock.
  ///
  /// - Parameter value: The value. It is created here.
  /// - Throws: The error that the expression throws.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows { stored = try value() }

  /// A member of the value, read under the lock.
  public subscript<Member: Sendable>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    lock.withLock { stored[keyPath: member] }
  }

  /// Calls a closure with the value under the lock.
  ///
  /// - Parameter operation: Reads or changes the value. If it throws, its changes stay.
  /// - Returns: The result of the closure.
  /// - Throws: The error that the closure throws.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock {
      // A copy: the closure may use the object itself.
      var value = stored
      defer { stored = value }
      return try operation(&value)
    }
  }

  /// Replaces the value under the lock.
  ///
  /// - Parameter newValue: The new value. It is created under the lock.
  /// - Throws: The error that the expression throws.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { stored = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value, taken under the lock.
  public var value: Value { lock.withLock { stored } }
}
