extension Effect {
  /// Creates an effect that reports an issue if the effect runs. Use this effect in tests in place of effects
  /// that must not run.
  ///
  /// - Parameters:
  ///   - name: The name in the issue, such as `Search.load`.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public static func unimplemented(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Effect {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return .run(
      name: name,
      operation: { _ in
        reportIssue(
          """
          The unimplemented effect \(IssueText.name(name)) was run. Give the feature a real or a mock effect, \
          or find out why the reducer returned this effect.
          """,
          at: location
        )
      },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
