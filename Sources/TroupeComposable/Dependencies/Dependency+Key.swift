import TroupeDependencies

extension Dependency {
  /// Creates a dependency that is read as another type, as in `@Dependency(Key.self, as: Client.self)`.
  ///
  /// If the dependency has a value of another type, the property is nil, and an issue is reported.
  ///
  /// - Parameters:
  ///   - key: The dependency's key.
  ///   - type: The type as which the value is read.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init<Key: TestDependencyKey, Wrapped: Sendable>(
    _ key: Key.Type,
    as type: Wrapped.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    self.init({ $0[key] }, as: type, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
