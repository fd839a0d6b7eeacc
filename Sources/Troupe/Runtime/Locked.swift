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
/// It is a `Mutex` whose hand-over the thread sanitizer can see: that of a `Mutex` happens inside of the
/// standard library, which isn't built for the sanitizer on Linux, so that every use of one would be reported
/// as a race. The atomic number repeats it where the sanitizer looks; otherwise it costs a plain load and a
/// plain store.
package struct Locked<Value>: ~Copyable {
  private let mutex: Mutex<Value>
  private let handOver = Atomic<UInt8>(0)

  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Runs a piece of code with the value, while nobody else does.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    // On Linux a mutex that somebody waits for is handed over by the kernel, to one after the other, each at
    // the price of waking a thread: under contention that goes on for ever. What is done under the lock is
    // short.
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

  // The value may be touched only between the two: passing it on is an access already.
  private borrowing func take() { _ = handOver.load(ordering: .acquiring) }
  private borrowing func give() { handOver.store(0, ordering: .releasing) }
}

extension Locked: Sendable {}
