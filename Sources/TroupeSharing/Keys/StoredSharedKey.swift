import Troupe
import TroupeDiagnostics

/// A key that keeps its value in a storage, in which each value has one owner.
///
/// The key is implemented outside this module. Its ``SharedReaderKey/load(context:continuation:)`` and
/// ``SharedKey/save(_:context:continuation:)`` aren't used for shared values.
package protocol StoredSharedKey<Value>: SharedKey where Value: Sendable {
  /// Loads the value, and makes this program the owner of the key.
  ///
  /// - Parameters:
  ///   - initial: The value for a key that has none.
  ///   - claims: Whether the key is claimed at once, by a save. Otherwise, the first save claims it.
  func open(orStartWith initial: Value, claims: Bool) async throws -> OpenedStorage<Value>

  /// Makes the key known to states that are restored in a space.
  func register(in space: SharedCells)

  /// Returns the reason for the loss of a version that couldn't be saved.
  func loss(because error: any Error) -> any StoredVersionLoss
}

/// The reason for the loss of a version of a stored value.
package protocol StoredVersionLoss: SharedVersionLoss {
  /// The error for a caller outside a store.
  var error: any Error { get }
  /// Whether another owner has saved the key. The value of that owner is then loaded.
  var isSuperseded: Bool { get }
}

/// A value in a storage whose key has an owner.
package struct OpenedStorage<Value: Sendable>: Sendable {
  /// The value.
  package let value: Value
  /// Whether the key had no value, so that the value is the initial one.
  package let isNew: Bool
  /// Returns the revision that the owner expects in the storage; nil if it expects no value.
  package let revision: @Sendable () -> (any Hashable & Sendable)?
  /// Saves the next value. The calls follow each other.
  package let save: @Sendable (Value) async throws -> Void

  package init(
    value: Value,
    isNew: Bool,
    revision: @escaping @Sendable () -> (any Hashable & Sendable)?,
    save: @escaping @Sendable (Value) async throws -> Void
  ) {
    self.value = value
    self.isNew = isNew
    self.revision = revision
    self.save = save
  }

  /// Whether the storage has the same revision as when a previous owner in this process used it last.
  func hasRevision(_ revision: (any Hashable & Sendable)?) -> Bool {
    self.revision().map { AnyHashable($0) } == revision.map { AnyHashable($0) }
  }
}

/// The stored values of a space, which exist as long as the space.
///
/// A value in a storage has one owner, which is the space, and not the property that happens to exist.
final class StoredCells: Sendable {
  private let cells = Locked<[ObjectIdentifier: any AnyCell]>([:])

  /// Keeps a value. Returns whether the value wasn't kept before.
  func keep(_ cell: any AnyCell) -> Bool {
    cells.withLock { $0.updateValue(cell, forKey: ObjectIdentifier(cell)) == nil }
  }
}
