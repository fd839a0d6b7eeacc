/// Something that can tell what runs in it: a store, for the tools of tests.
package protocol EffectLister: AnyObject, Sendable {
  /// What runs, a line each. It resumes when the executor of the store was free to say so.
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
