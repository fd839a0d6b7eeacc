extension Reducer {
  /// Embeds a child in a case of an enum state.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .signedIn(let name) = action { state = .library(Library.State(owner: name)) }
  ///   return .none
  /// }
  /// .ifCaseLet(\.library, action: \.library) { Library() }
  /// ```
  ///
  /// The child's reducer runs first, followed by this reducer, on the same state. If an action for the child
  /// arrives while the state is in another case, an issue is reported.
  ///
  /// The child's effects, and the effects of all features inside the child, end in the turn in which the
  /// state changes to another case, regardless of the cause. If the payload is `Identifiable`, these effects
  /// also end when the payload's `id` changes. An `id` of the enum itself identifies the parent, not the
  /// child.
  ///
  /// - Parameters:
  ///   - state: The case with the child's state.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
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
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = child()
    return EmbeddingReducer(base: self) {
      let position = OperatorPosition(location, case: state, action: action)
      let reducer = ChildReducer(child, at: position, isDismissible: false)
      return Embedding(reducer, of: { AnyCasePath(action) }) { path in
        let child = ChildOperator(
          reducer,
          access: .payload(AnyCasePath(state)),
          dismissal: .impossible(.ifCaseLet)
        ) { path.embed($1) }
        return (
          child,
          { state, childAction, action, base in
            let missing = MissingChild.otherCase("ifCaseLet")
            return child.reduce(&state, OnlyChild(), childAction, of: action, orReport: missing, then: base)
          }
        )
      }
    }
  }
}
