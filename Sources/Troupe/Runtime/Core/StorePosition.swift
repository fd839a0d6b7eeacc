/// The dependencies of a store that hasn't been created yet.
package struct StorePosition: Sendable {
  let dependencies: TaskDependencies?

  /// Captures the current dependencies, changed by a closure.
  package init(updatedBy update: ((inout DependencyValues) -> Void)?) {
    dependencies =
      update.map { .newPosition(TaskDependencies.overrides(updatedBy: $0)) } ?? TaskDependencies.newPosition
  }

  /// Runs an operation with these dependencies.
  package func within<Result>(_ operation: () -> Result) -> Result {
    TaskDependencies.within(dependencies, operation)
  }
}
