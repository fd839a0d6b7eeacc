extension Reducer {
  /// Returns a reducer of an enum in which this reducer's state is the payload of a case.
  ///
  /// - Parameters:
  ///   - toLocalState: The path to the case that contains the state.
  ///   - toLocalAction: The path to the case that contains the actions.
  ///   - toLocalEnvironment: A closure that creates the case's environment.
  ///   - breakpointOnNil: Whether an issue also stops the program in the debugger, in debug builds; see
  ///     `DependencyValues.debuggerStop`.
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @available(*, deprecated, message: "'pullback' no longer takes a 'breakpointOnNil' argument")
  public func pullback<GlobalState, GlobalAction: Sendable, GlobalEnvironment>(
    state toLocalState: CasePath<GlobalState, State>,
    action toLocalAction: CasePath<GlobalAction, Action>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    breakpointOnNil: Bool,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    pullback(
      state: toLocalState,
      action: toLocalAction,
      environment: toLocalEnvironment,
      stopsDebugger: breakpointOnNil,
      at: CallSite(fileID: file, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns a reducer of an optional state, which runs this reducer while the state isn't nil.
  ///
  /// - Parameters:
  ///   - breakpointOnNil: Whether an issue also stops the program in the debugger, in debug builds; see
  ///     `DependencyValues.debuggerStop`.
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @available(*, deprecated, message: "'optional' no longer takes a 'breakpointOnNil' argument")
  public func optional(
    breakpointOnNil: Bool,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<State?, Action, Environment> {
    optional(
      stopsDebugger: breakpointOnNil,
      at: CallSite(fileID: file, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns a reducer of an identified array whose elements are states of this reducer.
  ///
  /// - Parameters:
  ///   - toLocalState: The property that contains the array.
  ///   - toLocalAction: The path to the case that contains the elements' actions, each with the id of its
  ///     element.
  ///   - toLocalEnvironment: A closure that creates an element's environment.
  ///   - breakpointOnNil: Whether an issue also stops the program in the debugger, in debug builds; see
  ///     `DependencyValues.debuggerStop`.
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @available(*, deprecated, message: "'forEach' no longer takes a 'breakpointOnNil' argument")
  public func forEach<GlobalState, GlobalAction: Sendable, GlobalEnvironment, ID: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, IdentifiedArray<ID, State>> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (ID, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    breakpointOnNil: Bool,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      .identified,
      toLocalState,
      toLocalAction,
      toLocalEnvironment,
      stopsDebugger: breakpointOnNil,
      at: CallSite(fileID: file, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns a reducer of a dictionary whose values are states of this reducer.
  ///
  /// - Parameters:
  ///   - toLocalState: The property that contains the dictionary.
  ///   - toLocalAction: The path to the case that contains the values' actions, each with the key of its
  ///     value.
  ///   - toLocalEnvironment: A closure that creates a value's environment.
  ///   - breakpointOnNil: Whether an issue also stops the program in the debugger, in debug builds; see
  ///     `DependencyValues.debuggerStop`.
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @available(*, deprecated, message: "'forEach' no longer takes a 'breakpointOnNil' argument")
  public func forEach<GlobalState, GlobalAction: Sendable, GlobalEnvironment, Key: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, [Key: State]> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (Key, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    breakpointOnNil: Bool,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      .keyed,
      toLocalState,
      toLocalAction,
      toLocalEnvironment,
      stopsDebugger: breakpointOnNil,
      at: CallSite(fileID: file, filePath: filePath, line: line, column: column)
    )
  }

  /// Returns a reducer of an array whose elements are states of this reducer.
  ///
  /// An element is identified by its index. Its effects end when the array no longer has an element at that
  /// index. If the elements are `Identifiable`, the effects also end when another element is at that index.
  /// If the elements have no `id`, an element's effects are transferred to the element that moves to its
  /// index.
  ///
  /// - Parameters:
  ///   - toLocalState: The property that contains the array.
  ///   - toLocalAction: The path to the case that contains the elements' actions, each with the index of its
  ///     element.
  ///   - toLocalEnvironment: A closure that creates an element's environment.
  ///   - breakpointOnNil: Whether an issue also stops the program in the debugger, in debug builds; see
  ///     `DependencyValues.debuggerStop`.
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @available(*, deprecated, message: "Use the version for 'IdentifiedArray' instead")
  public func forEach<GlobalState, GlobalAction: Sendable, GlobalEnvironment>(
    state toLocalState: any WritableKeyPath<GlobalState, [State]> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (Int, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    breakpointOnNil: Bool = true,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    forEach(
      .indexed,
      toLocalState,
      toLocalAction,
      toLocalEnvironment,
      stopsDebugger: breakpointOnNil,
      at: CallSite(fileID: file, filePath: filePath, line: line, column: column)
    )
  }
}
