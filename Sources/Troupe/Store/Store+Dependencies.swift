/// A store keeps the dependencies with which it was created: `withDependencies(from: store)` uses them.
extension Store: DependencyKeeper {
  package nonisolated var keptOverrides: DependencyOverrides { runtime.overridesAtFirst }
}
