extension _StoreProtocol {
  /// Creates a store for a reducer with an environment.
  ///
  /// - Parameters:
  ///   - initialState: The store's initial state, of which the store takes ownership.
  ///   - reducer: The reducer that evolves the state.
  ///   - environment: The reducer's dependencies, which exist as long as the store.
  ///   - configuration: The store's configuration.
  ///   - fileID: The file named in issues about the store.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues about the store.
  ///   - column: The column named in issues about the store.
  public init<State, Action: Sendable, Environment: Sendable>(
    initialState: @autoclosure () -> sending State,
    reducer: Reducer<State, Action, Environment>,
    environment: Environment,
    configuration: StoreConfiguration<Action> = StoreConfiguration(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Self == Store<State, Action> {
    self.init(
      initialState: initialState(),
      configuration: configuration,
      reducer: { Reduce(reducer, environment: environment) },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}
