import TroupeDependencies

// In the Composable Architecture, these properties aren't optionals, and a value of another type traps. The
// initializer of `TroupeDependencies`, whose property is an optional, takes a function instead of a key path.
// Therefore, the compiler prefers these initializers unless the property is declared as an optional.
extension Dependency {
  /// Creates a dependency of a property of `DependencyValues` that is read as another type, as in
  /// `@Dependency(\.client, as: TestClient.self)`.
  ///
  /// - Precondition: When the property is read, the dependency has a value of this type.
  /// - Parameters:
  ///   - member: The property of `DependencyValues`, or one of its members.
  ///   - type: The type as which the value is read.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init<Base: Sendable>(
    _ member: any KeyPath<DependencyValues, Base> & Sendable,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: Sendable {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(casting: { $0[keyPath: member] }, at: location)
  }

  /// Creates a dependency of a key that is read as another type, as in
  /// `@Dependency(ClientKey.self, as: TestClient.self)`.
  ///
  /// - Precondition: When the property is read, the dependency has a value of this type.
  /// - Parameters:
  ///   - key: The dependency's key.
  ///   - type: The type as which the value is read.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value: Sendable {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(casting: { $0[key] }, at: location)
  }

  private init(casting member: @escaping @Sendable (DependencyValues) -> any Sendable, at location: CallSite)
  {
    self.init(
      { values in
        let value = member(values)
        guard let found = value as? Value else {
          let message = otherType(of: value, as: Value.self)
          preconditionFailure(message, file: location.filePath, line: location.line)
        }
        return found
      },
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }
}
