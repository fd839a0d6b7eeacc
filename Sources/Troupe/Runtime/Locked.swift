import Synchronization

/// A value behind a lock.
///
/// It is a `Mutex` whose hand-over the thread sanitizer can see: that of a `Mutex` happens inside of the standard
/// library, which isn't built for the sanitizer on Linux, so that every use of one would be reported as a race. The
/// atomic number repeats it where the sanitizer looks; otherwise it costs a plain load and a plain store.
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
    try mutex.withLock { value throws(Failure) in
      _ = handOver.load(ordering: .acquiring)
      defer { handOver.store(0, ordering: .releasing) }
      return try body(&value)
    }
  }
}

extension Locked: Sendable {}
