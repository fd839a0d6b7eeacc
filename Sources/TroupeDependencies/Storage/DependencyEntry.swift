import Synchronization

/// The value of one dependency.
///
/// - Note: `@unchecked Sendable`: the compiler can't check a class with subclasses. This class and
///   ``TypedEntry``, its only subclass, have only immutable `Sendable` members and an atomic.
@usableFromInline
package class DependencyEntry: @unchecked Sendable {
  /// The reason why using the value is an issue.
  enum Fault: Sendable {
    /// The value is the live value and is used in a test.
    case liveInTest
    /// The value is the preview value and is used in a test.
    case previewInTest
    /// The value is the test value and is used in a program.
    case noLiveValue
  }

  final let key: ObjectIdentifier
  /// The context for which a default was created; nil for a value that was set.
  final let context: DependencyContext?
  final let fault: Fault?

  // Only `TypedEntry` calls this initializer.
  fileprivate init(key: ObjectIdentifier, context: DependencyContext?, fault: Fault?) {
    self.key = key
    self.context = context
    self.fault = fault
  }

  /// The value's type, for issues.
  var valueType: Any.Type { preconditionFailure("An entry without a type was created.") }

  /// Whether using the value changes it.
  var isConsumable: Bool { preconditionFailure("An entry without a type was created.") }

  /// An entry with a copy of the value, or this entry if using the value doesn't change it.
  var copy: DependencyEntry { preconditionFailure("An entry without a type was created.") }

  /// Returns the value, which must have the type of its key's values.
  @inlinable
  final func value<Value: Sendable>(as type: Value.Type) -> Value {
    // Entries are found only by their keys, and created only with their keys' types. A checked cast would
    // cost more than the rest of a read. In debug builds, this cast is checked, too.
    unsafeDowncast(self, to: TypedEntry<Value>.self).value
  }
}

/// A dependency's value with its static type.
@usableFromInline
final class TypedEntry<Value: Sendable>: DependencyEntry, @unchecked Sendable {
  @usableFromInline let value: Value
  /// Whether a check has already found that using the value doesn't change it.
  private let isItsCopy = Atomic(false)

  override var valueType: Any.Type { Value.self }

  override var isConsumable: Bool {
    // A test store checks this property before each step: failing casts took 8 of the 63 µs of a `send` and a
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
