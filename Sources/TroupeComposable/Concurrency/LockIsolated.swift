import TroupeDependencies

/// A value that a lock guards.
///
/// ```swift
/// let searched = LockIsolated<[String]>([])
/// let search: @Sendable (String) -> Void = { query in searched.withValue { $0.append(query) } }
/// ```
///
/// The lock is recursive: the thread that holds the lock may acquire it again. Code that runs under the lock
/// is synchronous, so it can't `await`.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // The lock guards this property. This lock isn't a `Mutex`, because a `Mutex` isn't recursive.
  private var stored: Value
  private let lock = RecursiveLock()

  /// Creates a locked value.
  ///
  /// - Parameter value: The initial value, which is evaluated in this initializer.
  /// - Throws: The error that the expression throws.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows { stored = try value() }

  /// A member of the value, read under the lock.
  public subscript<Member: Sendable>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    lock.withLock { stored[keyPath: member] }
  }

  /// Calls a closure with the value while the lock is held.
  ///
  /// - Parameter operation: A closure that reads or changes the value. If it throws an error, its earlier
  ///   changes are kept.
  /// - Returns: The result of the closure.
  /// - Throws: The error that the closure throws.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock {
      // The closure gets a copy, because it may access this object.
      var value = stored
      defer { stored = value }
      return try operation(&value)
    }
  }

  /// Replaces the value while the lock is held.
  ///
  /// - Parameter newValue: The new value, which is evaluated while the lock is held.
  /// - Throws: The error that the expression throws.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { stored = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value, taken under the lock.
  public var value: Value { lock.withLock { stored } }
}
