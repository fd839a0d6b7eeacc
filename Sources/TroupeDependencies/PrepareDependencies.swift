import TroupeDiagnostics

/// Sets dependencies for the whole process before any of them is read.
///
/// Call this function at the start of a program. The prepared values replace the keys' defaults, so every
/// override takes precedence. A dependency that was already read or prepared keeps its value, and preparing
/// it is an issue except in previews.
///
/// ```swift
/// prepareDependencies {
///   $0.weather = .openMeteo(session: session)
/// }
/// ```
///
/// - Parameters:
///   - update: A closure that sets the values.
///   - fileID: The file named in issues.
///   - filePath: The file's path.
///   - line: The line named in issues.
///   - column: The column named in issues.
/// - Returns: The result of `update`.
/// - Throws: The error that `update` throws. In that case, no values are set.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> Result {
  let current = DependencyValues.current
  let defaults = current.defaults
  let (refused, result) = try defaults.prepare(replaces: current.context == .preview) {
    let nothing = DependencyOverrides.none.with(defaults: defaults)
    let (prepared, result) = try DependencyValues(TaskDependencies(overrides: nothing))
      .updatedWithResult(by: update)
    if let context = prepared.context { defaults.context = context }
    return (prepared.entries, result)
  }
  for entry in refused {
    reportIssue(
      """
      A dependency with a value of type \(entry.valueType) was prepared after it had been read or prepared. The \
      dependency keeps its value.

      Call `prepareDependencies` once, at the start of the program, before any code reads a dependency. To replace a value \
      for a part of the program, use `withDependencies`.
      """,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
  return result
}
