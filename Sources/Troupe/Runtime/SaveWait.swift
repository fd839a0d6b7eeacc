import Synchronization

/// A task that waits for the save of a turn without being on the executor of the store.
final class SaveWait: Sendable {
  private let signal = Signal()
  private let hasSaved = Atomic(false)

  /// Ends the wait, on the executor of the store.
  func end(isSaved: Bool) {
    hasSaved.store(isSaved, ordering: .releasing)
    signal.fire()
  }

  /// Waits for the end, or until the task is cancelled. Returns whether the turn is known to be saved.
  nonisolated(nonsending) func isSaved() async -> Bool {
    await signal.wait()
    return hasSaved.load(ordering: .acquiring)
  }
}
