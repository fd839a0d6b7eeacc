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
/// If the operation returns an object, the dependencies are remembered for `withDependencies(from:)` as long
/// as the object exists, even if it has no ``Dependency``.
///
/// - Parameters:
///   - update: A closure that changes the current values. Reading a live value in this closure is not an
///     issue.
///   - operation: The work that runs with the changed values.
/// - Returns: The result of `operation`.
/// - Throws: The error that `update` or `operation` throws.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  try withOverrides(DependencyValues.current.updated(by: update), operation: operation)
}

/// Sets dependencies for an asynchronous operation, and for the tasks that it starts.
///
/// The function returns when the operation has ended. Cancelling the calling task cancels the operation's
/// task.
///
/// - Parameters:
///   - update: A closure that changes the current values. Reading a live value in this closure is not an
///     issue.
///   - operation: The work that runs with the changed values.
///   - isolation: The actor that the caller and the operation run on.
/// - Returns: The result of `operation`.
/// - Throws: The error that `update` or `operation` throws.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  try await withOverrides(DependencyValues.current.updated(by: update), operation, isolation)
}

/// Runs an operation with the dependencies that were current when a model was created.
///
/// A child that a parent model creates later thus gets the parent's dependencies. Values that are set around
/// the call take precedence over the model's values.
///
/// - Parameters:
///   - model: A value or an object with a ``Dependency``, a store, or an object that
///     ``withDependencies(_:operation:)`` has returned. Any other model is an issue, and the operation runs
///     with the current dependencies.
///   - update: A closure that changes the values.
///   - operation: The work that runs with the changed values.
///   - fileID: The file named in issues.
///   - filePath: The file's path.
///   - line: The line named in issues.
///   - column: The column named in issues.
/// - Returns: The result of `operation`.
/// - Throws: The error that `operation` throws.
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
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let overrides = overrides(of: model, at: location)
  return try withOverrides(
    DependencyValues(TaskDependencies(overrides: overrides)).updated(by: update),
    operation: operation
  )
}

/// Runs an asynchronous operation with the dependencies that were current when a model was created.
///
/// Values that are set around the call take precedence over the model's values. The function returns when the
/// operation has ended. Cancelling the calling task cancels the operation's task.
///
/// - Parameters:
///   - model: A value or an object with a ``Dependency``, a store, or an object that
///     ``withDependencies(_:operation:)`` has returned. Any other model is an issue, and the operation runs
///     with the current dependencies.
///   - update: A closure that changes the values.
///   - operation: The work that runs with the changed values.
///   - isolation: The actor that the caller and the operation run on.
///   - fileID: The file named in issues.
///   - filePath: The file's path.
///   - line: The line named in issues.
///   - column: The column named in issues.
/// - Returns: The result of `operation`.
/// - Throws: The error that `operation` throws.
@discardableResult
public func withDependencies<Result>(
  from model: Any,
  _ update: (inout DependencyValues) -> Void = { _ in },
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> Result {
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let overrides = overrides(of: model, at: location)
  return try await withOverrides(
    DependencyValues(TaskDependencies(overrides: overrides)).updated(by: update),
    operation,
    isolation
  )
}

/// Runs an operation with new default values of dependencies, so that the operation doesn't see changes that
/// earlier code made to those values.
///
/// Use this function to isolate tests in which keys create objects as default values. Values that were
/// prepared with ``prepareDependencies(_:fileID:filePath:line:column:)`` are not defaults, and are kept.
///
/// - Parameter operation: The operation that uses the new values, together with the tasks that it starts.
/// - Returns: The result of `operation`.
/// - Throws: The error that `operation` throws.
@discardableResult
public func withFreshDependencies<Result>(operation: () throws -> Result) rethrows -> Result {
  try withOverrides(TaskDependencies.freshOverrides, operation: operation)
}

/// Runs an asynchronous operation with new default values of dependencies.
///
/// The operation doesn't see changes that earlier code made to the default values. Values that were prepared
/// with ``prepareDependencies(_:fileID:filePath:line:column:)`` are not defaults, and are kept. The function
/// returns when the operation has ended. Cancelling the calling task cancels the operation's task.
///
/// - Parameters:
///   - operation: The work that uses the new values. The tasks that the work starts use these values, too.
///   - isolation: The actor that the caller and the operation run on.
/// - Returns: The result of `operation`.
/// - Throws: The error that `operation` throws.
@discardableResult
public func withFreshDependencies<Result>(
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  try await withOverrides(TaskDependencies.freshOverrides, operation, isolation)
}

private func withOverrides<Result>(
  _ overrides: DependencyOverrides,
  operation: () throws -> Result
) rethrows -> Result {
  let dependencies = TaskDependencies(overrides: overrides, carrier: TaskDependencies.current.carrier)
  return try dependencies.bindForModel(operation)
}

private func withOverrides<Result>(
  _ overrides: DependencyOverrides,
  _ operation: () async throws -> Result,
  _ isolation: isolated (any Actor)?
) async rethrows -> Result {
  let dependencies = TaskDependencies(overrides: overrides, carrier: TaskDependencies.current.carrier)
  return try await dependencies.bindForModel(operation, isolation: isolation)
}

/// Returns the current values merged over the values that were set when the model's first property wrapper
/// was created, or else the model itself.
private func overrides(of model: Any, at location: CallSite) -> DependencyOverrides {
  if let keeper = model as? any DependencyKeeper {
    return TaskDependencies.overrides.over(keeper.keptOverrides)
  }
  var mirror: Mirror? = Mirror(reflecting: model)
  while let properties = mirror {
    for property in properties.children {
      if let wrapper = property.value as? any CapturedDependencies {
        return TaskDependencies.overrides.over(wrapper.captured)
      }
    }
    mirror = properties.superclassMirror
  }
  let isObject = type(of: model) is AnyClass
  if isObject, let known = ModelOverrides.overrides(of: model as AnyObject) {
    return TaskDependencies.overrides.over(known)
  }
  reportIssue(
    """
    `withDependencies(from:)` was called with a \(type(of: model)), which has no property with `@Dependency`\
    \(isObject ? " and wasn't returned by a `withDependencies`" : ""). Its dependencies are unknown, so the operation \
    runs with the current dependencies.

    Pass a model with a `@Dependency`, or an object that a `withDependencies { … } operation: { … }` has returned.
    """,
    at: location
  )
  return TaskDependencies.overrides
}

extension TaskDependencies {
  /// Runs an operation that carries these dependencies, and remembers them for the object that the operation
  /// returns.
  func bindForModel<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let result = try bind(operation)
    ModelOverrides.remember(result, overrides)
    return result
  }

  /// Runs an asynchronous operation that carries these dependencies, and remembers them for the object that
  /// the operation returns.
  func bindForModel<Result>(
    _ operation: () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    recordValues()
    let result = try await Self.$bound.withValue(self, operation: operation, isolation: isolation)
    ModelOverrides.remember(result, overrides)
    return result
  }

  /// The current values, with new default values.
  fileprivate static var freshOverrides: DependencyOverrides {
    let current = DependencyValues.current
    return overrides.with(defaults: DefaultValues(preparedIn: current.defaults))
  }
}
