/// A value that a store publishes, shared by all consumers: an event of a feed, or a value of the states.
///
/// The code between the store and its consumers uses this class, so that the code doesn't look up the
/// metadata of the value's type. The lookup took most of the time of a turn with an event.
@usableFromInline
class AnyPublishedValue: @unchecked Sendable {
  @inlinable
  init() {}

  // This isn't a static method of the subclass, because such a method needs the metadata of the subclass.
  /// Returns the value. A feed, or the states of a sequence, have only one type of values.
  @inlinable
  final func value<Value: Sendable>(as type: Value.Type) -> Value {
    unsafeDowncast(self, to: PublishedValue<Value>.self).value
  }
}

/// A published value with its type.
///
/// - Note: `@unchecked Sendable`: the compiler can't check a class with subclasses. The class contains only a
///   constant that is `Sendable`. `FeedStressTests` run this class under the thread sanitizer.
@usableFromInline
final class PublishedValue<Value: Sendable>: AnyPublishedValue, @unchecked Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
