extension StoreCore: EffectLister {
  nonisolated(nonsending) func runningTexts() async -> [String] {
    await runningTexts(isolation: runtime.isolation)
  }

  private func runningTexts(isolation: isolated any Actor) -> [String] {
    runtime.snapshots.map(\.description)
  }
}
