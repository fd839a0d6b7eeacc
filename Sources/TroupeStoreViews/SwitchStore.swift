/// Builds content from a view store of an enum, for the enum's current case.
///
/// You can write a branch for each case:
///
/// ```swift
/// SwitchStore(store) {
///   CaseLet(state: /AppState.loggedIn, action: AppAction.loggedIn) { loggedInStore in
///     LoggedInView(store: loggedInStore)
///   }
///   Default {
///     Text("Nobody is logged in.")
///   }
/// }
/// ```
///
/// The first branch that matches the case is built. If no branch matches and there is no `Default`, an issue
/// is reported in debug builds, and an `UnhandledCase` is built.
///
/// With a `switch` statement, the compiler checks that all cases are handled:
///
/// ```swift
/// SwitchStore(store) { state in
///   switch state {
///   case .loggedIn:
///     CaseLet(/AppState.loggedIn, action: AppAction.loggedIn) { loggedInStore in
///       LoggedInView(store: loggedInStore)
///     }
///   case .loggedOut:
///     Text("Nobody is logged in.")
///   }
/// }
/// ```
///
/// This type is independent of any UI toolkit: its content is the result of the closures. A toolkit creates a
/// view from ``content``.
@MainActor
public struct SwitchStore<State: Sendable, Action: Sendable, Content> {
  private let make: @MainActor () -> Either<Content, UnhandledCase>

  /// Creates content for the cases of an enum.
  ///
  /// - Parameters:
  ///   - store: A view store of the enum.
  ///   - content: The branches: a ``CaseLet`` for each case, and a `Default` for all other cases.
  ///   - fileID: The file named in the issue.
  ///   - filePath: The file's path.
  ///   - line: The line named in the issue.
  ///   - column: The column named in the issue.
  public init(
    _ store: ViewStore<State, Action>,
    @SwitchStoreBuilder<State, Action> content: () -> SwitchStoreBranch<State, Action, Content>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let branch = content()
    make = {
      if let content = branch.make(store) { return .first(content) }
      let unhandled = UnhandledCase(of: store.stateByCase, in: "SwitchStore")
      #if DEBUG
        reportIssue(unhandled.message, fileID: fileID, filePath: filePath, line: line, column: column)
      #endif
      return .second(unhandled)
    }
  }

  /// Creates content for an enum with a `switch` statement.
  ///
  /// Tracked code is notified when the case changes, but not when only the payload changes.
  ///
  /// - Parameters:
  ///   - store: A view store of the enum.
  ///   - content: A closure that builds a case's content from the state. Place each ``CaseLet`` directly
  ///     inside its case of the `switch` statement.
  public init(
    _ store: ViewStore<State, Action>,
    @SwitchCaseBuilder<State, Action> content:
      @escaping @MainActor (_ state: State) -> SwitchCaseContent<State, Action, Content>
  ) {
    make = { .first(content(store.stateByCase).make(store)) }
  }

  /// The content for the enum's current case.
  public var content: Either<Content, UnhandledCase> { make() }
}

/// The content of a ``SwitchStore`` for one case.
@MainActor
public struct CaseLet<EnumState: Sendable, EnumAction: Sendable, State: Sendable, Action: Sendable, Content> {
  let state: any CaseKeyPath<EnumState, State> & Sendable
  let action: @Sendable (Action) -> EnumAction
  let then: @MainActor (ViewStore<State, Action>) -> Content
  let location: CallSite

  /// Creates content for a case from a view store of the case.
  ///
  /// - Parameters:
  ///   - toCaseState: The case that contains the state, such as `/AppState.loggedIn`.
  ///   - fromCaseAction: A closure that converts an action of the case to an action of the enum, such as
  ///     `AppAction.loggedIn`.
  ///   - then: A closure that builds the content from a view store of the case.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init(
    state toCaseState: any CaseKeyPath<EnumState, State> & Sendable,
    action fromCaseAction: @escaping @Sendable (Action) -> EnumAction,
    @ElementsBuilder then: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Content,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    state = toCaseState
    action = fromCaseAction
    self.then = then
    location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates content for a case from a view store of the case.
  ///
  /// - Parameters:
  ///   - toCaseState: The case that contains the state, such as `/AppState.loggedIn`.
  ///   - fromCaseAction: A closure that converts an action of the case to an action of the enum, such as
  ///     `AppAction.loggedIn`.
  ///   - then: A closure that builds the content from a view store of the case.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public init(
    _ toCaseState: any CaseKeyPath<EnumState, State> & Sendable,
    action fromCaseAction: @escaping @Sendable (Action) -> EnumAction,
    @ElementsBuilder then: @escaping @MainActor (_ store: ViewStore<State, Action>) -> Content,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      state: toCaseState,
      action: fromCaseAction,
      then: then,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the case's content, or nil while the enum is in another case.
  func content(of store: ViewStore<EnumState, EnumAction>) -> Content? {
    store.scope(payload: state, sending: action).map { then($0) }
  }
}
