/// A weak reference to an object on a store's executor.
///
/// Code reads the reference only on that executor, so waiting for the executor doesn't keep the object alive.
final class Weak<Object: AnyObject & Sendable>: Sendable {
  weak let value: Object?

  init(_ value: Object?) { self.value = value }
}
