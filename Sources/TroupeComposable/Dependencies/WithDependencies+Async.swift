import TroupeDependencies

/// Runs an operation with dependencies that an async closure sets.
///
/// - Parameters:
///   - update: Changes the dependencies. It can wait.
///   - operation: The code that uses them.
///   - isolation: The actor that the caller and the closures run on.
/// - Returns: The result of the operation.
/// - Throws: The error that a closure throws.
@discardableResult
@_disfavoredOverload
public func withDependencies<Result>(
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  var values = withDependencies({ _ in }, operation: { Dependency(\.self).wrappedValue })
  try await update(&values)
  return try await withDependencies({ $0 = values }, operation: operation, isolation: isolation)
}

/// Returns a placeholder, and reports an issue: the endpoint of a dependency that isn't a function.
///
/// - Parameters:
///   - endpoint: The name of the endpoint.
///   - placeholder: The value.
///   - fileID: The file named in the issue.
///   - filePath: The path of that file.
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
