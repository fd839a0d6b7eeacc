/// A type that lists the effects that run in it, such as a store. The tools of tests use it.
package protocol EffectLister: AnyObject, Sendable {
  /// Describes the running effects, one per string. The call suspends until the store's executor is free.
  nonisolated(nonsending) func runningTexts() async -> [String]
}

extension StoreCore: EffectLister {
  nonisolated(nonsending) func runningTexts() async -> [String] {
    await runningTexts(isolation: runtime.home)
  }

  private func runningTexts(isolation: isolated any Actor) -> [String] {
    runtime.snapshots.map(\.description)
  }
}
