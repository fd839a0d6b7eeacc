import Synchronization

/// A value behind a lock whose hand-over is visible to the thread sanitizer.
///
/// The hand-over of a `Mutex` happens inside the standard library, which isn't built for the sanitizer on
/// Linux, so the sanitizer would report every use as a race. The atomic number repeats the hand-over in code
/// that is built for the sanitizer.
///
/// Its methods can be inlined into other modules, and are specialized there for the value's type.
@frozen
@usableFromInline
package struct Locked<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handOver = Atomic<UInt8>(0)

  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls a closure with the value, with exclusive access to it.
  @inlinable
  package borrowing func withLock<Result>(
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    mutex.withLock { value in
      _ = handOver.load(ordering: .acquiring)
      defer { handOver.store(0, ordering: .releasing) }
      return body(&value)
    }
  }
}
