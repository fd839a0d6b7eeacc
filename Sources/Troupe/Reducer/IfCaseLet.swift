extension Reducer {
  /// Embeds a child on a case of a state that is an enum.
  ///
  /// The child runs first, then this reducer, on the same state. The child's effects end in the turn in which the state
  /// changes to another case, or to a payload with another `id`, where it is `Identifiable`, whoever
  /// does it, and those of all that is in it. An `id` of the enum itself is the parent's, and isn't looked at. An action for the child that comes while the state is in another case is
  /// an issue.
  ///
  /// - Parameters:
  ///   - state: The case with the child's state.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func ifCaseLet<ChildState, ChildAction: Sendable, Child: Reducer<ChildState, ChildAction>>(
    _ state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _EmbeddingReducer<Self> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    return _EmbeddingReducer(base: self) {
      let path = AnyCasePath(action)
      let child = ChildOperator(
        child,
        position: OperatorPosition(location, state, child: ChildState.self),
        access: .payload(AnyCasePath(state)),
        dismissal: .impossible(.ifCaseLet)
      ) { path.embed($1) }
      return Embedding(of: path) { state, childAction, action, base in
        let missing = MissingChild.otherCase("ifCaseLet")
        return child.reduce(&state, OnlyChild(), childAction, of: action, orReport: missing, then: base)
      }
    }
  }
}
