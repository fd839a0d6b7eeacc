/// A weak reference to an object on a store's executor.
///
/// Look the object up there, so that waiting for the executor doesn't keep it alive.
final class Weak<Object: AnyObject & Sendable>: Sendable {
  weak let value: Object?

  init(_ value: Object?) { self.value = value }
}
