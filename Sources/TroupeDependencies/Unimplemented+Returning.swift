import TroupeDiagnostics

/// Returns a client's endpoint that reports an issue and then runs a closure.
///
/// Use this function for endpoints that can't throw and whose result depends on the arguments. The closure
/// must match the endpoint.
///
/// - Parameters:
///   - endpoint: The name of the endpoint, as in `Weather.stations`.
///   - result: Creates the result.
///   - fileID: The file named in the issue.
///   - filePath: The file's path.
///   - line: The line named in the issue.
///   - column: The column named in the issue.
public func unimplemented<each Argument, Result>(
  _ endpoint: String,
  returning result: @escaping @Sendable (repeat each Argument) -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return { (argument: repeat each Argument) -> Result in
    reportUnimplemented(endpoint, at: location)
    return result(repeat each argument)
  }
}
