import Synchronization

/// A value behind a lock, whose hand-over the thread sanitizer can see.
///
/// The hand-over of a `Mutex` happens inside the standard library, which isn't built for the sanitizer on
/// Linux: it would report every use as a race. The atomic number repeats the hand-over where the sanitizer
/// looks.
///
/// Its methods can be inlined into other modules, where code is made for the type of the value.
@frozen
@usableFromInline
package struct Locked<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let handOver = Atomic<UInt8>(0)

  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  /// Calls a closure with the value while nobody else has access to it.
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
