/// A store keeps the dependencies with which it was created, for use by `withDependencies(from: store)`.
extension Store: DependencyKeeper {
  package nonisolated var keptOverrides: DependencyOverrides { runtime.overridesAtFirst }
}
