/// A dependency that changes when it is used, such as a number generator.
///
/// A test's assertions get copies of the dependency, so they don't consume the values that the feature draws.
package protocol ConsumableDependency: Sendable {
  /// Returns a copy that continues independently from the current state.
  func copy() -> Self
}

extension DependencyValues {
  /// Returns the same values, with copies of the set values that change when they are used.
  package func copyingConsumables() -> DependencyValues {
    DependencyValues(TaskDependencies(overrides: overrides.copy), captured: captured, reader: reader)
  }

  /// Returns whether both sets contain the same values, and none of these values changes when it is used.
  package func areKept(in other: DependencyValues) -> Bool {
    overrides === other.overrides && !overrides.hasConsumables
  }
}
