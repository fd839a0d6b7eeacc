/// A type that lists the effects that run in it, such as a store. The tools of tests use it.
package protocol EffectLister: AnyObject, Sendable {
  /// Describes the running effects, one per string. The call suspends until the store's executor is free.
  nonisolated(nonsending) func runningTexts() async -> [String]
}

extension Runtime: EffectLister {
  final nonisolated(nonsending) func runningTexts() async -> [String] {
    await runningTexts(isolation: home)
  }

  private func runningTexts(isolation: isolated any Actor) -> [String] {
    snapshots.map(\.description)
  }
}
