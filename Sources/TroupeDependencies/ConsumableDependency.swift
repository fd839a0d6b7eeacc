/// A dependency that is used up by being used, such as a source of numbers: the next number is another.
///
/// The assertions of a test get copies, so that what they draw isn't missing when the feature draws.
package protocol ConsumableDependency: Sendable {
  /// One that goes on from here by itself.
  func copy() -> Self
}

extension DependencyValues {
  /// The same values, with copies of those set ones that are used up by being used.
  package func copyingConsumables() -> DependencyValues {
    DependencyValues(TaskDependencies(overrides: overrides.copy), captured: captured, reader: reader)
  }
}
