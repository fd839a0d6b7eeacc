/// What a turn belongs to, as far as shared values are concerned: a store, or a replay.
package protocol SharingHost: AnyObject {
  /// The versions that the turn reads.
  var reads: TurnReads { get }

  /// The identity of the tree of stores; nil for a replay, whose writes change nothing outside.
  var isolationID: ObjectIdentifier? { get }

  /// Called when the turn has read a version.
  func didRead(_ cell: any SharedCell, _ version: any SharedVersion)

  /// Called when the turn has written a value.
  func didWrite()
}

/// The versions of shared values that a turn reads.
///
/// The first read of a value in a turn fixes its version for the rest of the turn, until the turn itself
/// writes the value.
package final class TurnReads {
  /// A version that a turn has read.
  package struct Entry {
    fileprivate let cell: any SharedCell
    fileprivate var version: any SharedVersion
    /// The reader that has got the version. Each reduction of a recorded store has a separate reader.
    fileprivate var reader: (any DependencyReader)?
  }

  /// The versions of a turn, to be released after the turn.
  package struct Released { fileprivate let entries: [ObjectIdentifier: Entry] }

  private var entries: [ObjectIdentifier: Entry] = [:]

  package init() {}

  /// Whether the turn has read nothing.
  package var isEmpty: Bool { entries.isEmpty }

  /// Returns the version that the turn has read, and whether the current reduction's reader knows it; nil if
  /// the turn hasn't read the value.
  package func version(
    of cell: any SharedCell,
    for reader: (any DependencyReader)?
  ) -> (version: any SharedVersion, isRecorded: Bool)? {
    guard let entry = entries[ObjectIdentifier(cell)] else { return nil }
    return (entry.version, reader == nil || reader === entry.reader)
  }

  /// Fixes the version of a value for the rest of the turn.
  ///
  /// - Returns: The version that it replaces, which may be the last reference to a value. Release it where
  ///   the user's code may run, and not while a value is locked.
  package func fix(
    _ version: any SharedVersion,
    of cell: any SharedCell,
    for reader: (any DependencyReader)?
  ) -> Entry? {
    entries.updateValue(Entry(cell: cell, version: version, reader: reader), forKey: ObjectIdentifier(cell))
  }

  /// Ends the turn. Release the result where the user's code may run.
  package func end() -> Released {
    defer { entries = [:] }
    return Released(entries: entries)
  }
}
