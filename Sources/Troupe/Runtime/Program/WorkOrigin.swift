/// The properties of work that are known before it runs.
struct WorkOrigin: Sendable {
  let name: String?
  let priority: Priority?
  let location: CallSite
  /// The dependencies that were set where the effect was made, or that the returning position gave it; nil
  /// for none.
  var dependencies: DependencyOverrides?
  /// Whether a position has decided about the dependencies. The innermost position decides.
  var hasDecidedDependencies = false

  init(name: String?, priority: TaskPriority?, location: CallSite, dependencies: DependencyOverrides?) {
    self.name = name
    self.priority = priority.map(Priority.init)
    self.location = location
    self.dependencies = dependencies
  }
}
