import Troupe
import TroupeDiagnostics

/// Values that are kept in a storage.
extension Cell {
  /// Reports a write outside a turn of a value that is kept in a storage: the caller would continue before
  /// the value is saved.
  func reportUnlessInTurn(_ place: SharingFrame.Place) {
    switch place {
    case .assertion: return
    case .turn(let host) where host.isInTurn: return
    case .outside, .turn: break
    }
    reportIssue(
      """
      The shared value \(name) was changed outside a turn of a store, with `withLock`, which returns before the value is saved. The \
      change may be lost in a crash, although the caller continues.

      Use `try await $value.update { … }`, which returns when the value is saved.
      """
    )
  }

  /// Replaces the newest version with a version that comes from the storage.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isChange: Whether tests have to assert the version.
  ///   - record: Records the version that is replaced, and the new version. The value is locked.
  func replace(
    with value: Value,
    isChange: Bool,
    _ record: (_ old: Version<Value>, _ new: Version<Value>) -> Void
  ) {
    writing.lock()
    let old = newestVersion
    let new = Version(old.number + 1, value)
    record(old, new)
    let write = publish(new, from: old, by: isChange ? .key : nil, isLoaded: true)
    writing.unlock()
    for observer in write.observers { observer.changed(self) }
  }

  /// Notifies the observers that a newer version is saved, and therefore visible.
  func saved() {
    for observer in state.withLock({ Array($0.observers.values) }) { observer.changed(self) }
  }

  nonisolated(nonsending) func update(_ write: (CellWrites) -> Bool) async throws {
    while true {
      try Task.checkCancellation()
      try await stored?.load()
      guard let number = writeOnce(write) else { return }
      guard let stored else { return persistence?.save == nil ? () : try await save() }
      // Another owner may have saved the key. Then the storage's value is the newest one.
      if try await stored.wait(orRepeatAfterLossOf: number) { return }
    }
  }

  /// Returns the number of the version that a write makes; nil if the body has failed.
  private func writeOnce(_ write: (CellWrites) -> Bool) -> UInt64? {
    let writes = CellWrites()
    var isDone = false
    locked { isDone = write(writes) }
    for write in writes.all { finishWrite(write) }
    return isDone ? writes.all.last?.number : nil
  }
}
