import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that a lock guards.
///
/// This type is a `Mutex` whose synchronization is visible to the thread sanitizer. A `Mutex` synchronizes
/// inside the standard library. On Linux, that library isn't built for the sanitizer, which would therefore
/// report every use as a race. Therefore, each use of the lock also loads and stores an atomic number, which
/// repeats the synchronization in code that the sanitizer observes. The cost is a plain load and a plain
/// store.
///
/// The methods can be inlined into other modules: the code under the lock is short, and code that isn't
/// specialized for the value's type takes ten times as long.
@frozen
@usableFromInline
package struct Locked<Value>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handOver = Atomic<UInt8>(0)

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Calls a closure with exclusive access to the value.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // On Linux, the kernel passes a mutex from one waiting thread to the next, and has to wake each thread.
    // While the lock is contended, every acquisition is slow. The code under the lock is short, so the method
    // first retries.
    for _ in 0..<100 {
      let result = try mutex.withLockIfAvailable { value throws(Failure) in
        take()
        defer { give() }
        return try body(&value)
      }
      if let result { return result }
      sched_yield()
    }
    return try mutex.withLock { value throws(Failure) in
      take()
      defer { give() }
      return try body(&value)
    }
  }

  /// Informs the thread sanitizer that work that other threads did before they released the lock has
  /// finished.
  ///
  /// Use this method in threads that are notified in another way, such as by a continuation: if a task is
  /// resumed while it is about to suspend, the synchronization happens inside the concurrency library, which
  /// isn't built for the sanitizer, either.
  @inlinable
  package borrowing func acknowledge() { take() }

  // Access the value only between these two calls: even passing it to another function is an access.
  @inlinable
  borrowing func take() { _ = handOver.load(ordering: .acquiring) }
  @inlinable
  borrowing func give() { handOver.store(0, ordering: .releasing) }
}

extension Locked: Sendable {}
