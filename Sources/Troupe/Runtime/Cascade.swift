import Synchronization

/// Everything that one action from outside caused, as long as it lasts.
final class Cascade: Sendable {
  let id: CascadeID
  private let runtime: WeakRuntime
  private let wasCancelled = Atomic(false)
  private let completion = Completion()

  init(id: CascadeID, runtime: WeakRuntime) {
    self.id = id
    self.runtime = runtime
  }

  var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  /// Refuses what the effects of the cascade send from now on, and has their tasks cancelled.
  func cancel() {
    guard !wasCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    runtime.value?.post(.cancel(id))
  }

  func complete() { completion.complete() }

  nonisolated(nonsending) func wait() async { await completion.wait() }
}
