/// What is known of a piece of work before it runs.
struct WorkOrigin: Sendable {
  let name: String?
  /// The raw value of the priority: the compiler doesn't know the size of the type itself, as with
  /// ``Moment``.
  private let rawPriority: UInt8?
  let location: SourceLocation
  /// The dependencies that were set where the effect was made, or that the position which returned it gave
  /// it; nil for none.
  var dependencies: DependencyOverrides?
  /// Whether a position has decided about them. The innermost does.
  var hasDecidedDependencies = false

  init(name: String?, priority: TaskPriority?, location: SourceLocation, dependencies: DependencyOverrides?) {
    self.name = name
    self.rawPriority = priority?.rawValue
    self.location = location
    self.dependencies = dependencies
  }

  var priority: TaskPriority? { rawPriority.map(TaskPriority.init(rawValue:)) }
}
