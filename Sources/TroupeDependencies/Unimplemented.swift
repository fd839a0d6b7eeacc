import TroupeDiagnostics

/// The error that an unimplemented endpoint throws after it has reported an issue. If the error reaches a
/// store, the store doesn't report it again.
public struct UnimplementedError: Error, CustomStringConvertible {
  /// The endpoint's name.
  public let endpoint: String

  /// The error as text, such as `Weather.temperature is not implemented`.
  public var description: String { "\(endpoint) is not implemented" }
}

/// Returns a client's endpoint that reports an issue and throws ``UnimplementedError``.
///
/// ```swift
/// static let testValue = Weather(
///   temperature: unimplemented("Weather.temperature"),
///   stations: unimplemented("Weather.stations", placeholder: [])
/// )
/// ```
///
/// The closure matches any endpoint that can throw, synchronous or asynchronous, with any arguments, with one
/// exception: Swift 6.3 crashes if a parameter is a tuple, `Void` or variadic. ``DependencyClient()`` doesn't
/// use this function, and supports such parameters, except for variadic parameters.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.temperature`.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
public func unimplemented<each Argument, Result>(
  _ endpoint: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) throws -> Result in
    reportUnimplemented(endpoint, at: location)
    throw UnimplementedError(endpoint: endpoint)
  }
}

/// Returns a client's endpoint that can't throw. The endpoint reports an issue and returns a placeholder.
///
/// The closure matches any endpoint, synchronous or asynchronous, with any arguments.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.stations`.
///   - placeholder: The value to return.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
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
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (_: repeat each Argument) -> Result in
    reportUnimplemented(endpoint, at: location)
    return placeholder()
  }
}

/// Returns a client's endpoint that can't throw and returns nothing. The endpoint reports an issue.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.log`.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
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

/// Reports that an endpoint was used, and returns the error to throw. The function is public because the code
/// that `@DependencyClient` generates calls it in other modules.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.temperature`.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
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
    at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  )
  return UnimplementedError(endpoint: endpoint)
}

/// Reports that an endpoint was used. The issue points at the test's statement that caused the use, if the
/// statement is known.
func reportUnimplemented(_ endpoint: String, at location: CallSite) {
  if DependencyWriting.readsForNothing { return }
  let statement = IssueReporting.statement
  let place = statement == nil || location.isInPackage ? "" : " (\(location))"
  reportIssue(
    """
    \(endpoint)\(place) was used, but is not implemented here.

    Override its dependency with the implementation that the test needs: `withDependencies { … }`, or the \
    store's `withDependencies:`.
    """,
    at: statement ?? location
  )
}
