extension Scope {
  /// Embeds a child in a property of the state.
  ///
  /// - Parameters:
  ///   - state: The property with the child's state.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init<ChildState, ChildAction: Sendable, Child: Reducer<ChildState, ChildAction>>(
    _ state: any WritableKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      state: state,
      action: action,
      child: child,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Embeds a child in a case of an enum state.
  ///
  /// - Parameters:
  ///   - state: The case with the child's state.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @_disfavoredOverload
  public init<ChildState, ChildAction: Sendable, Child: Reducer<ChildState, ChildAction>>(
    _ state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      state: state,
      action: action,
      child: child,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
