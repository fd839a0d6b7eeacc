import Synchronization

/// The value of one dependency.
///
/// - Note: `@unchecked Sendable`, because a class with subclasses can't be checked: it and ``TypedEntry``,
///   the only one, have immutable `Sendable` members and an atomic alone.
@usableFromInline
package class DependencyEntry: @unchecked Sendable {
  /// The fault in using the value.
  enum Fault: Sendable {
    /// It is the live value, in a test.
    case liveInTest
    /// It is the preview value, in a test.
    case previewInTest
    /// It is the test value, in a program.
    case noLiveValue
  }

  final let key: ObjectIdentifier
  /// The context for which a default was made; nil for a value that was set.
  final let context: DependencyContext?
  final let fault: Fault?

  // Only `TypedEntry` calls it.
  fileprivate init(key: ObjectIdentifier, context: DependencyContext?, fault: Fault?) {
    self.key = key
    self.context = context
    self.fault = fault
  }

  /// The type of the value, for issues.
  var valueType: Any.Type { preconditionFailure("An entry without a type was made.") }

  /// Whether using the value changes it.
  var isConsumable: Bool { preconditionFailure("An entry without a type was made.") }

  /// An entry with a copy of the value; the same entry if using the value doesn't change it.
  var copy: DependencyEntry { preconditionFailure("An entry without a type was made.") }

  /// The value, which is of the type that its key says.
  @inlinable
  final func value<Value: Sendable>(as type: Value.Type) -> Value {
    // Entries are found by their key alone, and made with its type alone. A checked cast would cost more than
    // the rest of a read; debug builds check this one, too.
    unsafeDowncast(self, to: TypedEntry<Value>.self).value
  }
}

/// The value of a dependency, typed.
@usableFromInline
final class TypedEntry<Value: Sendable>: DependencyEntry, @unchecked Sendable {
  @usableFromInline let value: Value
  /// Whether it is known that using the value doesn't change it.
  private let isItsCopy = Atomic(false)

  override var valueType: Any.Type { Value.self }

  override var isConsumable: Bool {
    // A test store asks before each step: casts that fail took 8 of the 63 µs of a `send` and a `receive`.
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
