/// A version of a shared value. It never changes.
package protocol SharedVersion: AnyObject, Sendable {
  /// The number of the version. Each write makes the version with the next number.
  var number: UInt64 { get }

  /// Returns the difference from another version of the same value, for messages; nil if the values are
  /// equal.
  func difference(from other: any SharedVersion) -> String?
}

/// A shared value, as the runtime uses it. It has versions, and notifies observers of new versions.
///
/// The values, the keys and the locks are in `TroupeSharing`.
package protocol SharedCell: AnyObject, Sendable {
  /// The name of the value in messages and recordings, such as `.inMemory("seats")`.
  var name: String { get }

  /// The newest version.
  var newest: any SharedVersion { get }

  /// The number of the newest version.
  var newestNumber: UInt64 { get }

  /// The saves of the value; nil if the value isn't kept in a storage.
  var saves: (any SharedSaves)? { get }

  /// Adds an observer, unless it is already there.
  func add(_ observer: any SharedCellObserver)

  /// Removes an observer.
  func remove(_ observer: any SharedCellObserver)
}

extension SharedCell {
  /// The number of the newest version that code outside turns may read.
  package var visibleNumber: UInt64 { saves?.saved.number ?? newestNumber }
}

/// An observer of a shared value.
package protocol SharedCellObserver: AnyObject, Sendable {
  /// Called after each write, by the thread that has written, outside all locks.
  func changed(_ cell: any SharedCell)
}

/// A test's log of the writes of the shared values of a space.
package protocol SharedTracker: AnyObject, Sendable {
  /// Called for each write, in the order of the writes of a value, while the value is locked.
  ///
  /// - Parameters:
  ///   - cell: The value.
  ///   - old: The version before the write.
  ///   - new: The version that the write made.
  ///   - writer: The origin of the write.
  /// - Returns: The version that the log no longer holds, to be released without a lock.
  func changed(
    _ cell: any SharedCell,
    from old: any SharedVersion,
    to new: any SharedVersion,
    by writer: SharedWriter
  ) -> (any SharedVersion)?
}

/// The origin of a write of a shared value.
package enum SharedWriter: Sendable {
  /// A turn of the tree of stores with this identity.
  case turn(ObjectIdentifier)
  /// The key has loaded a value.
  case key
  /// An effect of a store.
  case effect
  /// Other code.
  case other
}
