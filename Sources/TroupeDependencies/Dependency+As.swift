import TroupeDiagnostics

extension Dependency {
  /// Creates a dependency whose value has a more specific type than its key declares, for use in tests that
  /// set the value.
  ///
  /// ```swift
  /// @Dependency(\.mailer, as: RecordingMailer.self) var mailer
  /// ```
  ///
  /// If the dependency has a value of another type, the property is nil, and an issue is reported.
  ///
  /// - Parameters:
  ///   - member: The property of ``DependencyValues``, or one of its members: `\.mailer`.
  ///   - type: The type of the value.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init<Base: Sendable, Wrapped: Sendable>(
    _ member: @escaping @Sendable (DependencyValues) -> Base,
    as type: Wrapped.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(
      { values in
        let value = member(values)
        if let wrapped = value as? Wrapped { return wrapped }
        reportIssue(otherType(of: value, as: Wrapped.self), at: IssueReporting.statement ?? location)
        return nil
      },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

/// Returns the message for a dependency whose value doesn't have the type that a property declares.
package func otherType(of value: Any, as type: Any.Type) -> String {
  """
  `@Dependency(as: \(type).self)` was read, but the dependency's value is of type \(Swift.type(of: value)).

  Set the dependency to a \(type) before the property is read, with `withDependencies` or with the store's \
  `withDependencies:`.
  """
}
