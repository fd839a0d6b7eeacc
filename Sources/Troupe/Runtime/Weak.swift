/// A reference to something on a store's executor that doesn't keep it alive.
final class Weak<Object: AnyObject & Sendable>: Sendable {
  weak let value: Object?

  init(_ value: Object?) { self.value = value }

  /// Does something with the object on its executor, if it is still there when its turn comes.
  ///
  /// The object is looked up there, so that one who waits for the executor doesn't keep the object.
  func onHome<Result: Sendable>(
    _ home: isolated any Actor,
    _ body: @Sendable (Object) -> Result
  ) -> Result? {
    value.map(body)
  }
}
