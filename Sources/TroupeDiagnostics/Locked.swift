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

/// A value behind a lock.
///
/// This is a `Mutex` whose hand-over the thread sanitizer can see. The hand-over of a `Mutex` happens inside
/// the standard library. On Linux, that isn't built for the sanitizer, which would report every use as a
/// race. The atomic number repeats the hand-over where the sanitizer looks. It costs a plain load and a plain
/// store.
///
/// Its methods can be inlined into other modules: what they lock is short, and code that isn't made for the
/// type of the value takes ten times as long.
@frozen
@usableFromInline
package struct Locked<Value>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handOver = Atomic<UInt8>(0)

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Calls a closure with the value while nobody else has access to it.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // On Linux, the kernel hands a mutex from one waiting thread to the next, and has to wake each of them.
    // Under contention that never stops. The code under the lock is short, so retry first.
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

  /// Shows the thread sanitizer that what others did before they unlocked the value is over.
  ///
  /// For those who learn of it in another way, such as by a continuation: a resumption in the moment in which
  /// its task is about to suspend happens inside the concurrency library, which isn't built for the
  /// sanitizer, either.
  @inlinable
  package borrowing func acknowledge() { take() }

  // Touch the value only between these two calls: even passing it on is an access.
  @inlinable
  borrowing func take() { _ = handOver.load(ordering: .acquiring) }
  @inlinable
  borrowing func give() { handOver.store(0, ordering: .releasing) }
}

extension Locked: Sendable {}
