import TroupeDiagnostics

/// Sets dependencies for an operation, and for the tasks that it starts.
///
/// ```swift
/// let model = withDependencies {
///   $0.weather.temperature = { _ in 21 }
/// } operation: {
///   ForecastModel()
/// }
/// ```
///
/// - Parameters:
///   - update: Changes the values in force here. It may look at them without meaning to use them: no issue is
///     reported of a live value that is read in it.
///   - operation: The work during which the changed values are in force.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  try withOverrides(DependencyValues.current.updated(by: update), operation: operation)
}

/// Sets dependencies for an asynchronous operation, and for the tasks that it starts.
///
/// It resumes when the operation has ended; cancelling the calling task cancels the operation's.
///
/// - Parameters:
///   - update: Changes the values in force here. It may look at them without meaning to use them: no issue is
///     reported of a live value that is read in it.
///   - operation: The work during which the changed values are in force.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws.
@discardableResult
nonisolated(nonsending)
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  try await withOverrides(DependencyValues.current.updated(by: update), operation: operation)
}

/// Has an operation use the dependencies of a model, changed or not: those that were in force where the model was
/// made.
///
/// So a child model that its parent makes late gets what the parent has. What is set around the call wins over that.
///
/// - Parameters:
///   - model: A value or an object with a ``Dependency``; one that has none is an issue, and the operation then runs
///     with what is in force here.
///   - update: Changes the values.
///   - operation: The work during which the values are in force.
///   - fileID: The file named in issues.
///   - filePath: The path of that file.
///   - line: The line named in issues.
///   - column: The column named in issues.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
public func withDependencies<Result>(
  from model: Any,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let overrides = overrides(of: model, at: location)
  return try withOverrides(
    DependencyValues(TaskDependencies(overrides: overrides)).updated(by: update),
    operation: operation
  )
}

/// Has an asynchronous operation use the dependencies of a model, changed or not: those that were in force where the
/// model was made. What is set around the call wins over that.
///
/// It resumes when the operation has ended; cancelling the calling task cancels the operation's.
///
/// - Parameters:
///   - model: A value or an object with a ``Dependency``; one that has none is an issue, and the operation then runs
///     with what is in force here.
///   - update: Changes the values.
///   - operation: The work during which the values are in force.
///   - fileID: The file named in issues.
///   - filePath: The path of that file.
///   - line: The line named in issues.
///   - column: The column named in issues.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
nonisolated(nonsending)
  public func withDependencies<Result>(
    from model: Any,
    _ update: (inout DependencyValues) -> Void = { _ in },
    operation: nonisolated(nonsending) () async throws -> Result,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async rethrows -> Result
{
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let overrides = overrides(of: model, at: location)
  return try await withOverrides(
    DependencyValues(TaskDependencies(overrides: overrides)).updated(by: update),
    operation: operation
  )
}

/// Makes default values of dependencies anew for an operation: what earlier code has read and changed isn't seen.
///
/// What was prepared with ``prepareDependencies(_:fileID:filePath:line:column:)`` is no default, and stays. Tests are
/// kept apart by it, as far as their dependencies are objects that the key makes.
///
/// - Parameter operation: The work that sees the new values, with the tasks that it starts.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
public func withFreshDependencies<Result>(operation: () throws -> Result) rethrows -> Result {
  try withOverrides(TaskDependencies.freshOverrides, operation: operation)
}

/// Makes default values of dependencies anew for an asynchronous operation: what earlier code has read and changed
/// isn't seen.
///
/// What was prepared with ``prepareDependencies(_:fileID:filePath:line:column:)`` is no default, and stays.
///
/// It resumes when the operation has ended; cancelling the calling task cancels the operation's.
///
/// - Parameter operation: The work that sees the new values, with the tasks that it starts.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
nonisolated(nonsending)
  public func withFreshDependencies<Result>(
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  try await withOverrides(TaskDependencies.freshOverrides, operation: operation)
}

private func withOverrides<Result>(
  _ overrides: DependencyOverrides,
  operation: () throws -> Result
) rethrows -> Result {
  try TaskDependencies(overrides: overrides, carrier: TaskDependencies.current.carrier).bind(operation)
}

nonisolated(nonsending)
  private func withOverrides<Result>(
    _ overrides: DependencyOverrides,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result
{
  let dependencies = TaskDependencies(overrides: overrides, carrier: TaskDependencies.current.carrier)
  return try await dependencies.bind(operation)
}

/// What is set here, and else was where a model was made: that of its first property wrapper.
private func overrides(of model: Any, at location: SourceLocation) -> DependencyOverrides {
  var mirror: Mirror? = Mirror(reflecting: model)
  while let properties = mirror {
    for property in properties.children {
      if let wrapper = property.value as? any CapturedDependencies {
        return TaskDependencies.overrides.over(wrapper.captured)
      }
    }
    mirror = properties.superclassMirror
  }
  reportIssue(
    """
    `withDependencies(from:)` was given a \(type(of: model)), which has no property with `@Dependency`, so that \
    nothing is known of the dependencies it was made with. The operation runs with those in force at the call.

    Give it a model that reads a dependency, or use `withDependencies { … } operation: { … }`.
    """,
    at: location
  )
  return TaskDependencies.overrides
}

extension TaskDependencies {
  /// What is set here, over default values that are made anew.
  fileprivate static var freshOverrides: DependencyOverrides {
    let current = DependencyValues.current
    return overrides.with(defaults: DefaultValues(preparedIn: current.defaults))
  }
}
