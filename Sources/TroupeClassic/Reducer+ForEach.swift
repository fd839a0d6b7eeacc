extension Reducer {
  /// Returns a reducer of an identified array whose elements are states of this reducer.
  ///
  /// ```swift
  /// let todosReducer = Reducer<TodosState, TodosAction, TodosEnvironment>.combine(
  ///   todoReducer.forEach(
  ///     state: \.todos,
  ///     action: /TodosAction.todo(id:action:),
  ///     environment: { _ in TodoEnvironment() }
  ///   ),
  ///   Reducer { state, action, environment in
  ///     if case .todo(let id, .removed) = action { state.todos.remove(id: id) }
  ///     return .none
  ///   }
  /// )
  /// ```
  ///
  /// Each element has a separate lifetime: its effects end when the element is removed, and it can dismiss
  /// itself with `DismissEffect`. Reordering elements ends no effects. An action for an element that doesn't
  /// exist is an issue.
  ///
  /// - Parameters:
  ///   - toLocalState: The property that contains the array.
  ///   - toLocalAction: The path to the case that contains the elements' actions, each with the id of its
  ///     element.
  ///   - toLocalEnvironment: A closure that creates an element's environment.
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func forEach<GlobalState, GlobalAction: Sendable, GlobalEnvironment, ID: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, IdentifiedArray<ID, State>> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (ID, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    let location = CallSite(fileID: file, filePath: filePath, line: line, column: column)
    return forEach(.identified, toLocalState, toLocalAction, toLocalEnvironment, at: location)
  }

  /// Returns a reducer of a dictionary whose values are states of this reducer.
  ///
  /// Each value has a separate lifetime: its effects end when its key is removed, and it can dismiss itself
  /// with `DismissEffect`. An action for a key that doesn't exist is an issue.
  ///
  /// - Parameters:
  ///   - toLocalState: The property that contains the dictionary.
  ///   - toLocalAction: The path to the case that contains the values' actions, each with the key of its
  ///     value.
  ///   - toLocalEnvironment: A closure that creates a value's environment.
  ///   - file: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func forEach<GlobalState, GlobalAction: Sendable, GlobalEnvironment, Key: Hashable & Sendable>(
    state toLocalState: any WritableKeyPath<GlobalState, [Key: State]> & Sendable,
    action toLocalAction: CasePath<GlobalAction, (Key, Action)>,
    environment toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    file: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    let location = CallSite(fileID: file, filePath: filePath, line: line, column: column)
    return forEach(.keyed, toLocalState, toLocalAction, toLocalEnvironment, at: location)
  }

  /// Embeds this reducer for the elements of any collection.
  func forEach<GlobalState, GlobalAction: Sendable, GlobalEnvironment, Elements, ID: Hashable & Sendable>(
    _ access: ElementAccess<Elements, ID, State, Action>,
    _ toLocalState: any WritableKeyPath<GlobalState, Elements> & Sendable,
    _ toLocalAction: CasePath<GlobalAction, (ID, Action)>,
    _ toLocalEnvironment: @escaping @Sendable (GlobalEnvironment) -> Environment,
    stopsDebugger: Bool = false,
    at location: CallSite
  ) -> Reducer<GlobalState, GlobalAction, GlobalEnvironment> {
    Reducer<GlobalState, GlobalAction, GlobalEnvironment>(make: { place in
      let action = AnyCasePath(toLocalAction)
      let element = LocalReducer(reducer: self, place: place, toLocal: toLocalEnvironment)
      let elements = EmptyReducer<GlobalState, GlobalAction>().embedding(
        access.embedded(.erasing(element)),
        toLocalState,
        { action.identified() },
        location
      )
      return .erasing(
        PresentChild(elements, absence: .element(State.self), stopsDebugger: stopsDebugger, at: location) {
          var isThere = true
          let elements = $0[keyPath: toLocalState]
          _ = action.visit($1) { isThere = access.contains(elements, $0.0) }
          return isThere
        }
      )
    })
  }
}

extension AnyCasePath {
  /// Returns a path to the same actions in the form that `Troupe` uses for elements' actions.
  func identified<ID, Action>() -> AnyCasePath<Root, IdentifiedAction<ID, Action>>
  where Root: Sendable, ID: Sendable, Action: Sendable, Value == (ID, Action) {
    AnyCasePath<Root, IdentifiedAction<ID, Action>>(
      embed: {
        switch $0 {
        case .element(let id, let action): embed((id, action))
        }
      },
      extract: { extract(from: $0).map { .element(id: $0.0, action: $0.1) } }
    )
  }
}
