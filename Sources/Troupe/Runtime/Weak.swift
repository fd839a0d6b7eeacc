/// A weak reference to an object on a store's executor.
final class Weak<Object: AnyObject & Sendable>: Sendable {
  weak let value: Object?

  init(_ value: Object?) { self.value = value }

  /// Calls a closure with the object on its executor, if the object still exists by then.
  ///
  /// The object is looked up on the executor, so that waiting for the executor doesn't keep the object alive.
  func onHome<Result: Sendable>(
    _ home: isolated any Actor,
    _ body: @Sendable (Object) -> Result
  ) -> Result? {
    value.map(body)
  }
}
