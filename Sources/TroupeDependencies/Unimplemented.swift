import TroupeDiagnostics

/// The error that an unimplemented endpoint throws after it has reported an issue. A store doesn't report it
/// again.
public struct UnimplementedError: Error, CustomStringConvertible {
  /// The name of the endpoint.
  public let endpoint: String

  /// The error as text: `Weather.temperature is not implemented`.
  public var description: String { "\(endpoint) is not implemented" }
}

/// Returns an endpoint of a client that reports an issue and throws ``UnimplementedError``.
///
/// ```swift
/// static let testValue = Weather(
///   temperature: unimplemented("Weather.temperature"),
///   stations: unimplemented("Weather.stations", placeholder: [])
/// )
/// ```
///
/// The closure matches any endpoint that can throw, synchronous or asynchronous, with any arguments. There
/// is an exception: Swift 6.3 crashes if a parameter is a tuple, `Void` or variadic. ``DependencyClient()``
/// doesn't use this function, and generates endpoints with such parameters, apart from variadic ones.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.temperature`.
///   - fileID: The file named in the issue.
///   - filePath: The path of that file.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
public func unimplemented<each Argument, Result>(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) throws -> Result in
    reportUnimplemented(endpoint, at: location)
    throw UnimplementedError(endpoint: endpoint)
  }
}

/// Returns an endpoint of a client that can't throw: it reports an issue and returns a placeholder.
///
/// The closure matches any endpoint, synchronous or asynchronous, with any arguments.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.stations`.
///   - placeholder: The value to return.
///   - fileID: The file named in the issue.
///   - filePath: The path of that file.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
public func unimplemented<each Argument, Result: Sendable>(
  _ endpoint: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) -> Result in
    reportUnimplemented(endpoint, at: location)
    return placeholder()
  }
}

/// Returns an endpoint of a client that can't throw and returns nothing: it reports an issue.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.log`.
///   - fileID: The file named in the issue.
///   - filePath: The path of that file.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(endpoint, placeholder: (), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Reports that an endpoint was used, and returns the error for it. The code that `@DependencyClient` writes
/// calls it, which has to be able to do that in other modules.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.temperature`.
///   - fileID: The file named in the issue.
///   - filePath: The path of that file.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
public func _reportUnimplemented(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> UnimplementedError {
  reportUnimplemented(
    endpoint,
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  )
  return UnimplementedError(endpoint: endpoint)
}

/// Reports that an endpoint was used, at the statement of the test that led to it, where that is known.
func reportUnimplemented(_ endpoint: String, at location: SourceLocation) {
  if DependencyWriting.readsForNothing { return }
  let statement = IssueReporting.statement
  let place = statement == nil || location.isInPackage ? "" : " (\(location))"
  reportIssue(
    """
    \(endpoint)\(place) was used, but is not implemented here.

    Override the dependency that it belongs to with what the test expects: `withDependencies { … }`, or the \
    `withDependencies:` of the store.
    """,
    at: statement ?? location
  )
}
