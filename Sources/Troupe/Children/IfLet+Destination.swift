extension Reducer {
  // This overload is disfavored, so that the compiler chooses the overload with `then:` for a trailing
  // closure and still checks long chains quickly.
  /// Embeds a child as ``ifLet(_:action:then:fileID:filePath:line:column:)`` does, with the Composable
  /// Architecture's argument label for a presented child.
  ///
  /// ```swift
  /// .ifLet(\.$cover, action: \.cover, destination: { Page() })
  /// ```
  ///
  /// - Parameters:
  ///   - state: The property with the child's state: `\.$child`.
  ///   - action: The case with the child's actions.
  ///   - destination: The child's reducer.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @_disfavoredOverload
  @warn_unqualified_access
  public func ifLet<ChildState: _OptionalOrPresents, ChildAction: Sendable>(
    _ state: any WritableKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    @_ChildBuilder<ChildState, ChildAction> destination: () -> _EmbeddedChild<ChildState, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(destination(), state, action, location)
  }
}
