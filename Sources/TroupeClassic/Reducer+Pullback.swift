extension Reducer {
  /// Returns a reducer of a larger domain that always contains this reducer's domain.
  ///
  /// ```swift
  /// let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  ///   settingsReducer.pullback(
  ///     state: \.settings,
  ///     action: /AppAction.settings,
  ///     environment: { $0.settings }
  ///   ),
  ///   profileReducer.pullback(
  ///     state: \.profile,
  ///     action: /AppAction.profile,
  ///     environment: { _ in ProfileEnvironment() }
  ///   )
  /// )
  /// ```
  ///
  /// The part doesn't have a separate lifetime: its effects and their ids belong to the larger domain.
  ///
  /// - Parameters:
  ///   - toLocalState: The property that contains the part's state.
  ///   - toLocalAction: The path to the case that contains the part's actions.
  ///   - toLocalEnvironment: A closure that creates the part's environment.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func pullback<GlobalState, GlobalAction: Sendable, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, State> & Sendable,
    action toLocalAction: CasePath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    Reducer<GlobalState, GlobalAction, GlobalEnvironment>(make: { place in
      .erasing(
        Scope(
          state: toLocalState,
          action: toLocalAction,
          child: { LocalReducer(reducer: self, place: place, toLocal: toLocalEnvironment) },
          fileID: fileID,
          filePath: filePath,
          line: line,
          column: column
        )
      )
    })
  }

  // This method is disfavored, because `\.self` can be a path of both kinds.
  /// Returns a reducer of an enum in which this reducer's state is the payload of a case.
  ///
  /// The case has a separate lifetime: its effects end when the state changes to another case, or, if the
  /// payload is `Identifiable`, to a payload with another `id`. An action for the case while the state is in
  /// another case is an issue.
  ///
  /// - Parameters:
  ///   - toLocalState: The path to the case that contains the state.
  ///   - toLocalAction: The path to the case that contains the actions.
  ///   - toLocalEnvironment: A closure that creates the case's environment.
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @_disfavoredOverload
  public func pullback<GlobalState, GlobalAction: Sendable, GlobalEnvironment>(
    state toLocalState: CasePath<GlobalState, State>,
    action toLocalAction: CasePath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    let location = CallSite(fileID: file, filePath: filePath, line: line, column: column)
    return pullback(
      state: toLocalState,
      action: toLocalAction,
      environment: toLocalEnvironment,
      stopsDebugger: false,
      at: location
    )
  }

  func pullback<GlobalState, GlobalAction: Sendable, GlobalEnvironment>(
    state toLocalState: CasePath<GlobalState, State>,
    action toLocalAction: CasePath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    stopsDebugger: Bool,
    at location: CallSite
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    Reducer<GlobalState, GlobalAction, GlobalEnvironment>(make: { place in
      let child = EmptyReducer<GlobalState, GlobalAction>().ifCaseLet(
        toLocalState,
        action: toLocalAction,
        then: { LocalReducer(reducer: self, place: place, toLocal: toLocalEnvironment) },
        fileID: location.fileID,
        filePath: location.filePath,
        line: location.line,
        column: location.column
      )
      let (state, action) = (AnyCasePath(toLocalState), AnyCasePath(toLocalAction))
      return .erasing(
        PresentChild(child, absence: .otherCase(State.self), stopsDebugger: stopsDebugger, at: location) {
          !action.visit($1) { _ in } || state.visit($0) { _ in }
        }
      )
    })
  }
}
