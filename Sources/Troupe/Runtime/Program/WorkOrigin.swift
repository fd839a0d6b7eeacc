/// The properties of work that are known before the work runs.
struct WorkOrigin: Sendable {
  let name: String?
  let priority: Priority?
  let location: CallSite
  /// The dependencies that were set where the effect was created, or that the position that returned the
  /// effect has set; nil for none.
  var dependencies: DependencyOverrides?
  /// Whether a position has set the dependencies. The innermost position takes precedence over all outer
  /// positions.
  var hasDecidedDependencies = false

  init(name: String?, priority: TaskPriority?, location: CallSite, dependencies: DependencyOverrides?) {
    self.name = name
    self.priority = priority.map(Priority.init)
    self.location = location
    self.dependencies = dependencies
  }
}
