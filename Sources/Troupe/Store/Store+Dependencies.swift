/// A store keeps the dependencies with which it was made: `withDependencies(from: store)` uses them.
extension Store: DependencyKeeper {
  package nonisolated var keptOverrides: DependencyOverrides { runtime.overridesAtFirst }
}
