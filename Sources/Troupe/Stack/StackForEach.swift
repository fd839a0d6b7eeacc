extension Reducer {
  /// Embeds the elements of a stack, each as a child.
  ///
  /// An element's action is reduced by the element first, then by this reducer. ``StackAction/push(id:state:)`` puts an
  /// element onto the stack before this reducer sees it, and ``StackAction/popFrom(id:)`` takes elements off it after
  /// this reducer has seen it with the elements still there. An element's ``DismissEffect`` sends the latter. An
  /// element's effects end in the turn in which it leaves the stack, whoever removes it, and those of all that is in
  /// it; where its state is an enum, also when that changes to another case. An action for an element that isn't
  /// there, and a push under an id that is, are issues.
  ///
  /// - Parameters:
  ///   - stack: The property with the stack.
  ///   - action: The case with the stack's actions.
  ///   - destination: The reducer of an element.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public func forEach<ElementState, ElementAction: Sendable, Element: Reducer<ElementState, ElementAction>>(
    _ stack: any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable,
    @ReducerBuilder<ElementState, ElementAction> destination: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _EmbeddingReducer<Self> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let element = destination()
    return _EmbeddingReducer(base: self) {
      let path = AnyCasePath(action)
      let member = MemberAccess(stack)
      let element = ChildOperator(
        element,
        position: Position(location, stack, child: ElementState.self),
        access: .stack(stack),
        dismissal: .action { path.embed(.popFrom(id: $0)) }
      ) { path.embed(.element(id: $0, action: $1)) }
      return Embedding { state, action, base in
        switch path.extract(from: action) {
        case nil:
          return base(&state, action)
        case .element(let id, let elementAction)?:
          return element.reduce(
            &state,
            id,
            elementAction,
            of: action,
            orReport: .row("forEach", id: "\(id)"),
            then: base
          )
        case .push(let id, let elementState)?:
          member.modify(&state) { $0.push(elementState, as: id, at: location) }
          return base(&state, action)
        case .popFrom(let id)?:
          let isThere = member.modify(&state) { $0.mayPop(from: id, at: location) }
          let effect = base(&state, action)
          if isThere { member.modify(&state) { $0.pop(from: id) } }
          return effect
        }
      }
    }
  }
}

extension StackState {
  /// Pushes an element as an action has it, unless its id is taken.
  fileprivate mutating func push(_ element: Element, as id: StackElementID, at location: SourceLocation) {
    guard self[id: id] == nil else {
      return reportIssue(
        """
        `forEach` got the action to push an element as \(id), which is in the stack already; it was not pushed. \
        \(presence)

        Make the id with the dependency `stackElementID`, or push in the reducer, with `append`.
        """,
        at: location
      )
    }
    @Dependency(\.context) var context
    @Dependency(\.stackElementID) var makeID
    let expected = makeID.peek()
    if context == .test, expected < id {
      reportIssue(
        """
        `forEach` got the action to push an element as \(id), while \(expected) comes next: ids are made one after \
        another.
        """,
        at: location
      )
    }
    makeID.skip(past: id)
    push(element, id: id)
  }

  /// Whether an element is there to be popped.
  fileprivate func mayPop(from id: StackElementID, at location: SourceLocation) -> Bool {
    if self[id: id] != nil { return true }
    reportIssue(
      """
      `forEach` got the action to pop the element \(id), which isn't in the stack. \(presence)

      It was most likely sent twice, or by work that outlived the element.
      """,
      at: location
    )
    return false
  }
}
