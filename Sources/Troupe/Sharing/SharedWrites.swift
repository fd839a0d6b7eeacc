/// The changes that one reduction makes to shared values, for printing.
///
/// A copy of the state from before the reduction refers to the same shared values, so it doesn't have their
/// previous versions.
final class SharedWrites: SharedTracker {
  private struct Change {
    let cell: any SharedCell
    let before: any SharedVersion
    var after: any SharedVersion
  }

  /// The changes of the reduction that is being printed; nil for none.
  @TaskLocal static var printed: SharedWrites?

  private let isolation: ObjectIdentifier
  private let changes = Locked<[Change]>([])

  private init(_ isolation: ObjectIdentifier) { self.isolation = isolation }

  /// Runs a reduction, and then prints the changes that the reduction has made to shared values.
  static func collecting<Result>(_ reduction: () -> Result, print: () -> Void) -> Result {
    guard let isolation = SharingFrame.currentHost?.isolationID else {
      defer { print() }
      return reduction()
    }
    let (writes, trackers) = (SharedWrites(isolation), SharedCells.current.trackers)
    trackers.add(writes)
    let result = reduction()
    trackers.remove(writes)
    $printed.withValue(writes) { print() }
    return result
  }

  /// The changed values with their differences; nil for none.
  var text: String? {
    let texts = changes.withLock { $0 }.compactMap { change in
      change.after.difference(from: change.before).map { "The shared value \(change.cell.name):\n\($0)" }
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  func changed(
    _ cell: any SharedCell,
    from old: any SharedVersion,
    to new: any SharedVersion,
    by writer: SharedWriter
  ) -> (any SharedVersion)? {
    guard case .turn(isolation) = writer else { return nil }
    return changes.withLock { changes in
      if let index = changes.firstIndex(where: { $0.cell === cell }) {
        return Swift.exchange(&changes[index].after, with: new)
      }
      changes.append(Change(cell: cell, before: old, after: new))
      return nil
    }
  }
}
