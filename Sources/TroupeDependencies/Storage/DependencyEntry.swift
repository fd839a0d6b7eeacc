import Synchronization

/// The value of one dependency.
///
/// - Note: `@unchecked Sendable`, because a class with subclasses can't be checked: it and ``TypedEntry``,
///   its only subclass, have only immutable `Sendable` members and an atomic.
@usableFromInline
package class DependencyEntry: @unchecked Sendable {
  /// The fault in using the value.
  enum Fault: Sendable {
    /// The value is the live value, in a test.
    case liveInTest
    /// The value is the preview value, in a test.
    case previewInTest
    /// The value is the test value, in a program.
    case noLiveValue
  }

  final let key: ObjectIdentifier
  /// The context for which a default was created; nil for a value that was set.
  final let context: DependencyContext?
  final let fault: Fault?

  // Only `TypedEntry` calls it.
  fileprivate init(key: ObjectIdentifier, context: DependencyContext?, fault: Fault?) {
    self.key = key
    self.context = context
    self.fault = fault
  }

  /// The type of the value, for issues.
  var valueType: Any.Type { preconditionFailure("An entry without a type was created.") }

  /// Whether using the value changes it.
  var isConsumable: Bool { preconditionFailure("An entry without a type was created.") }

  /// An entry with a copy of the value, or the same entry if using the value doesn't change it.
  var copy: DependencyEntry { preconditionFailure("An entry without a type was created.") }

  /// Returns the value, which has its key's type.
  @inlinable
  final func value<Value: Sendable>(as type: Value.Type) -> Value {
    // Entries are found only by their keys, and created only with their keys' types. A checked cast would
    // cost more than the rest of a read; debug builds check this one, too.
    unsafeDowncast(self, to: TypedEntry<Value>.self).value
  }
}

/// The value of a dependency, typed.
@usableFromInline
final class TypedEntry<Value: Sendable>: DependencyEntry, @unchecked Sendable {
  @usableFromInline let value: Value
  /// Whether using the value is known not to change it.
  private let isItsCopy = Atomic(false)

  override var valueType: Any.Type { Value.self }

  override var isConsumable: Bool {
    // A test store checks this before each step: failing casts took 8 of the 63 µs of a `send` and a
    // `receive`.
    if isItsCopy.load(ordering: .relaxed) { return false }
    if value is any ConsumableDependency { return true }
    isItsCopy.store(true, ordering: .relaxed)
    return false
  }

  override var copy: DependencyEntry {
    guard isConsumable, let copy = (value as? any ConsumableDependency)?.copy() as? Value else { return self }
    return TypedEntry(copy, key: key, context: context, fault: fault)
  }

  init(
    _ value: Value,
    key: ObjectIdentifier,
    context: DependencyContext? = nil,
    fault: Fault? = nil
  ) {
    self.value = value
    super.init(key: key, context: context, fault: fault)
  }
}
