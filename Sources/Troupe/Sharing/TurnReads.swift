/// The owner of a turn that uses shared values: a store or a replay.
package protocol SharingHost: AnyObject {
  /// The versions that the turn reads.
  var reads: TurnReads { get }

  /// The identity of the tree of stores; nil for a replay, whose writes change nothing outside.
  var isolationID: ObjectIdentifier? { get }

  /// Whether a turn is in progress that hasn't notified its observers yet. Otherwise, code reads the state of
  /// the host between turns.
  var isInTurn: Bool { get }

  /// Returns the version of a value for a first read.
  func version(toRead cell: any SharedCell) -> any SharedVersion

  /// Called when the host has read a version.
  func didRead(_ cell: any SharedCell, _ version: any SharedVersion)

  /// Called when the host has written a version. The value may be locked.
  func didWrite(_ cell: any SharedCell, _ version: any SharedVersion)
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
  /// The value that was read last, and its version, as long as reading it again concerns nothing but the
  /// reader.
  @exclusivity(unchecked) private var repeated: (cell: ObjectIdentifier, version: Unmanaged<AnyObject>)?

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
  /// - Returns: The replaced version, which may hold the last reference to an object. Release it where the
  ///   user's code may run, and not while a value is locked.
  package func fix(
    _ version: any SharedVersion,
    of cell: any SharedCell,
    for reader: (any DependencyReader)?
  ) -> Entry? {
    repeated = nil
    return entries.updateValue(
      Entry(cell: cell, version: version, reader: reader),
      forKey: ObjectIdentifier(cell)
    )
  }

  /// Ends the turn. Release the result where the user's code may run.
  package func end() -> Released {
    repeated = nil
    return Released(entries: Swift.exchange(&entries, with: [:]))
  }

  // MARK: Reading the same again

  /// Lets the turn read a version again without a look at its entries, until ``forgetRepeated()``, another
  /// read, a write, or the end of the turn.
  ///
  /// - Parameters:
  ///   - version: The version that the turn has read.
  ///   - cell: The value.
  func letRepeat(_ version: any SharedVersion, of cell: any SharedCell) {
    repeated = (ObjectIdentifier(cell), Unmanaged.passUnretained(version))
  }

  /// Makes each read look at the entries again.
  func forgetRepeated() { repeated = nil }

  func repeatedVersion(of cell: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    guard let repeated, repeated.cell == cell else { return nil }
    return repeated.version
  }
}
