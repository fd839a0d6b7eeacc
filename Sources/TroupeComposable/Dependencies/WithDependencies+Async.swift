import TroupeDependencies

/// Runs an operation with dependencies that an asynchronous closure sets.
///
/// - Parameters:
///   - update: A closure that changes the dependencies.
///   - operation: The operation that uses the changed dependencies.
///   - isolation: The actor that the caller and the closures run on.
/// - Returns: The result of `operation`.
/// - Throws: The error that `update` or `operation` throws.
@discardableResult
@_disfavoredOverload
public func withDependencies<Result>(
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  var values = withDependencies({ _ in }, operation: { Dependency(\.self).wrappedValue.toUpdate() })
  try await update(&values)
  return try await withDependencies({ $0 = values }, operation: operation, isolation: isolation)
}

/// Reports an issue, and returns a placeholder, for a dependency's endpoint that isn't a function.
///
/// - Parameters:
///   - endpoint: The endpoint's name.
///   - placeholder: The value to return.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
/// - Returns: The placeholder.
@_disfavoredOverload
public func unimplemented<Value>(
  _ endpoint: String = "",
  placeholder: @autoclosure () -> Value,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> Value {
  _ = _reportUnimplemented(endpoint, fileID: fileID, filePath: filePath, line: line, column: column)
  return placeholder()
}
