/// A dependency that changes when it is used, such as a source of numbers.
///
/// The assertions of a test get copies, so they don't consume the values that the feature draws.
package protocol ConsumableDependency: Sendable {
  /// Returns a copy that continues independently from here.
  func copy() -> Self
}

extension DependencyValues {
  /// The same values, with copies of the set values that change when they are used.
  package func copyingConsumables() -> DependencyValues {
    DependencyValues(TaskDependencies(overrides: overrides.copy), captured: captured, reader: reader)
  }

  /// Whether the values that are set are those of another set, and using them changes none.
  package func areKept(in other: DependencyValues) -> Bool {
    overrides === other.overrides && !overrides.hasConsumables
  }
}
