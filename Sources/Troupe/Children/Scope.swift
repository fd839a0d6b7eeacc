/// Embeds a child in a part of the state that always exists.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.search, action: \.search) { Search() }
///   Reduce { state, action in
///     if case .search(.found) = action { state.searches += 1 }
///     return .none
///   }
/// }
/// ```
///
/// The child has no separate lifetime: its effects and its cancellation ids belong to the parent. For state
/// that can be removed, use `ifLet`, `ifCaseLet` or `forEach`.
public struct Scope<State, Action: Sendable>: Reducer {
  private let embedding: @Sendable () -> Embedding<State, Action>

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
    state: any WritableKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(child(), action) {
      .part(state)
    } position: {
      OperatorPosition(location, state, action: { .named(action) }, child: ChildState.self)
    }
  }

  // `\.self` is both a key path and a case path; the key path is preferred.
  /// Embeds a child in a case of an enum state.
  ///
  /// If an action for the child arrives while the state is in another case, an issue is reported.
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
    state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(child(), action) {
      .payload(AnyCasePath(state))
    } position: {
      OperatorPosition(location, case: state, action: action)
    }
  }

  private init<ChildState, ChildAction: Sendable>(
    _ child: some Reducer<ChildState, ChildAction>,
    _ action: any CaseKeyPath<Action, ChildAction> & Sendable,
    access: @escaping @Sendable () -> ChildAccess<State, OnlyChild, ChildState>,
    position: @escaping @Sendable () -> OperatorPosition
  ) {
    embedding = {
      let reducer = ChildReducer(child, at: position(), isDismissible: false)
      return Embedding(reducer, of: { AnyCasePath(action) }) { path in
        let part = ChildOperator(
          reducer,
          access: access(),
          hasLifetime: false,
          dismissal: .impossible(.scope)
        ) { path.embed($1) }
        return (
          part,
          { state, childAction, action, _ in
            if let effect = part.reduce(&state, OnlyChild(), childAction) { return effect }
            // Only the payload of a case can be missing.
            part.report(.otherCase("Scope"), action)
            return .none
          }
        )
      }
    }
  }

  /// Runs the child's reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let address = StateAddress(&state)
    return embedding().makeReduction()(&state, action) { _, _ in .none }.reducedDirectly(on: address)
  }

  /// Returns the resolved child.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    let embedding = embedding()
    return _ResolvedReducer(subscriptions: [embedding.subscription]) {
      let reduce = embedding.makeReduction()
      return { reduce(&$0, $1) { _, _ in .none } }
    }
  }
}
