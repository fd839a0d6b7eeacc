extension Reducer {
  /// Embeds a child on an optional property of the state.
  ///
  /// The child runs first, then this reducer, on the same state. The child's effects end in the turn in which its state
  /// is set to nil or becomes another child's, whoever does it, and those of all that is in it. Another
  /// child is one with another `id`, where its state is `Identifiable`, or in another case, where it is an enum; with
  /// ``Presents`` also one that was presented anew. An action for the child that comes while there is none is an issue.
  ///
  /// The child can dismiss itself with ``DismissEffect``: it is then taken out of the state, without an action.
  ///
  /// - Parameters:
  ///   - state: The property with the child's state.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func ifLet<ChildState, ChildAction: Sendable, Child: Reducer<ChildState, ChildAction>>(
    _ state: any WritableKeyPath<State, ChildState?> & Sendable,
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
      let isEphemeral = EphemeralityReader<ChildState>()
      let child = ChildOperator(
        child,
        position: Position(location, state, child: ChildState.self),
        access: .optional(state),
        dismissal: .removal
      ) { path.embed($1) }
      return Embedding { state, action, base in
        guard let childAction = path.extract(from: action) else { return base(&state, action) }
        return child.reduce(&state, childAction, of: action, closing: isEphemeral, then: base)
      }
    }
  }

  /// Embeds a prompt on an optional property of the state.
  ///
  /// This reducer handles the prompt's actions; after each, the prompt goes away, unless there is another by then.
  ///
  /// - Parameters:
  ///   - state: The property with the prompt.
  ///   - action: The case with the prompt's actions.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func ifLet<Prompt: EphemeralState>(
    _ state: any WritableKeyPath<State, Prompt?> & Sendable,
    action: any CaseKeyPath<Action, Prompt.Action> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _EmbeddingReducer<Self> {
    ifLet(
      state,
      action: action,
      then: { EmptyReducer() },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension ChildOperator where Key == OnlyChild {
  /// Runs the child's reducer and then the parent's, as `ifLet` does, and takes a prompt out of the state that was there
  /// before.
  func reduce(
    _ state: inout Parent,
    _ childAction: ChildAction,
    of action: ParentAction,
    closing isEphemeral: EphemeralityReader<Child>,
    then base: Embedding<Parent, ParentAction>.Base
  ) -> Effect<ParentAction> {
    let prompt = isEphemeral.isPossible ? ephemeralIdentity(in: &state, isEphemeral) : nil
    defer { close(prompt, &state, isEphemeral) }
    return reduce(&state, OnlyChild(), childAction, of: action, orReport: .absent("ifLet"), then: base)
  }

  /// The identity of a state that is a prompt.
  private func ephemeralIdentity(
    in state: inout Parent,
    _ isEphemeral: EphemeralityReader<Child>
  ) -> ScopeIdentity? {
    var found: ScopeIdentity?
    _ = access.modify(&state, OnlyChild()) { child, generation in
      if isEphemeral(child) { found = identity(child, generation: generation) }
    }
    return found
  }

  /// Takes a prompt out of the state, if it is still the one that it was.
  private func close(
    _ identity: ScopeIdentity?,
    _ state: inout Parent,
    _ isEphemeral: EphemeralityReader<Child>
  ) {
    guard let identity, ephemeralIdentity(in: &state, isEphemeral) == identity else { return }
    access.remove?(&state, OnlyChild())
  }
}
