extension Reducer {
  /// Embeds a child that this reducer's feature presents.
  ///
  /// It is like `ifLet` on an optional property. Besides, ``PresentationAction/dismiss`` takes the child out of the state,
  /// after this reducer has seen it with the child still there, and the child's ``DismissEffect`` sends it.
  /// Where this reducer answers it by presenting another child, that one stays.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with ``Presents``: `\.$editor`.
  ///   - action: The case with the child's actions.
  ///   - destination: The child's reducer.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func ifLet<ChildState, ChildAction: Sendable, Child: Reducer<ChildState, ChildAction>>(
    _ state: any WritableKeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> destination: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _EmbeddingReducer<Self> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let child = destination()
    return _EmbeddingReducer(base: self) {
      let path = AnyCasePath(action)
      let isEphemeral = EphemeralityReader<ChildState>()
      let child = ChildOperator(
        child,
        position: Position(location, state, child: ChildState.self),
        access: .presented(state),
        dismissal: .action { _ in path.embed(.dismiss) }
      ) { path.embed(.presented($1)) }
      return Embedding { state, action, base in
        switch path.extract(from: action) {
        case nil:
          return base(&state, action)
        case .presented(let childAction)?:
          return child.reduce(&state, childAction, of: action, closing: isEphemeral, then: base)
        case .dismiss?:
          guard let before = child.identity(in: &state, OnlyChild()) else {
            child.report(.absent("ifLet"), action)
            return base(&state, action)
          }
          let effect = base(&state, action)
          if child.identity(in: &state, OnlyChild()) == before { child.access.remove?(&state, OnlyChild()) }
          return effect
        }
      }
    }
  }

  /// Embeds a prompt that this reducer's feature presents.
  ///
  /// This reducer handles the prompt's actions; after each, the prompt goes away, unless there is another by then.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with ``Presents``: `\.$alert`.
  ///   - action: The case with the prompt's actions.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func ifLet<Prompt: EphemeralState>(
    _ state: any WritableKeyPath<State, Presents<Prompt>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<Prompt.Action>> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _EmbeddingReducer<Self> {
    ifLet(
      state,
      action: action,
      destination: { EmptyReducer() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
