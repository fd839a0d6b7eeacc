import TroupeDependencies

extension Dependency {
  /// Creates the wrapper of a dependency that is read as another type:
  /// `@Dependency(Key.self, as: Client.self)`.
  ///
  /// Reading a value of another type is an issue, and gives nil.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: The type.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
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
