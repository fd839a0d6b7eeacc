/// The ``StackAction`` for a stack of a reducer's states: `case path(StackActionOf<Path>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension _ChildBuilder {
  /// Builds a reducer that does nothing, for elements without reducers.
  public static func buildBlock<State, Action>() -> Reduce<State, Action>
  where Container == StackState<State>, ContainerAction == StackAction<State, Action> {
    Reduce.erasing(EmptyReducer())
  }

  /// Builds a reducer of a stack's elements.
  public static func buildExpression<State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == StackState<State>, ContainerAction == StackAction<State, Action> {
    Reduce.erasing(reducer)
  }

  /// Builds the embedded child for the elements of a stack.
  public static func buildFinalResult<State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == StackState<State>, ContainerAction == StackAction<State, Action> {
    _EmbeddedChild(source: StackElements(reducer: reducer))
  }
}

/// The source of a child for each element of a stack.
private struct StackElements<ElementState, ElementAction: Sendable>: ChildSource {
  let reducer: Reduce<ElementState, ElementAction>

  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    _ path: @escaping @Sendable () -> AnyCasePath<Action, StackAction<ElementState, ElementAction>>,
    _ location: CallSite
  ) -> Embedding<State, Action> {
    let reducer = ChildReducer(reducer, in: container, of: path, at: location)
    return Embedding(reducer, of: path) { path in
      let member = MemberAccess(container)
      let element = ChildOperator(
        reducer,
        access: ChildAccess(container, .stack()),
        dismissal: .action { path.embed(.popFrom(id: $0)) },
        embed: path.embedding { .element(id: $0, action: $1) }
      )
      return (
        element,
        { state, stackAction, action, base in
          switch stackAction {
          case .element(let id, let elementAction):
            return element.reduce(&state, element: id, elementAction, of: action, then: base)
          case .push(let id, let elementState):
            member.modify(&state) { $0.push(elementState, as: id, at: location) }
            return base(&state, action)
          case .popFrom(let id):
            let isThere = member.modify(&state) { $0.mayPop(from: id, at: location) }
            let effect = base(&state, action)
            if isThere { member.modify(&state) { $0.pop(from: id) } }
            return effect
          }
        }
      )
    }
  }
}

extension StackState {
  /// Pushes an action's element, unless the element's id is in use.
  fileprivate mutating func push(_ element: Element, as id: StackElementID, at location: CallSite) {
    guard self[id: id] == nil else {
      return reportIssue(
        """
        `forEach` got an action that pushes an element with the id \(id), which is already in the stack. The element was not \
        pushed. \(presence)

        Create the id with the dependency `stackElementID`, or push the element in the reducer, with `append`.
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
        `forEach` got an action that pushes an element with the id \(id), but the next id is \(expected). Create \
        the id with the dependency `stackElementID`, or push the element with the id \(expected).
        """,
        at: location
      )
    }
    makeID.skip(past: id)
    push(element, id: id)
  }

  /// Returns whether the stack contains the element to pop, and reports an issue if the element is missing.
  fileprivate func mayPop(from id: StackElementID, at location: CallSite) -> Bool {
    if self[id: id] != nil { return true }
    reportIssue(
      """
      `forEach` got an action that pops the element \(id), which isn't in the stack. \(presence)

      The likely causes: the action was sent twice, or by an effect that outlived the element. Send `popFrom` once for each
      element, and return the effect from the element's reducer: it then ends with the element.
      """,
      at: location
    )
    return false
  }
}

extension ContainerAccess where Key == StackElementID {
  /// The access to the elements of a stack.
  static func stack() -> Self where Container == StackState<Child> {
    ContainerAccess(
      modify: { stack, id, body in
        guard let index = stack.slots.index(id: id) else { return false }
        body(&stack[index], 0)
        return true
      },
      remove: { $0[id: $1] = nil },
      beginReading: { $0.beginReading(since: $1, withAdditions: $2, length: &$3, into: &$4) },
      endReading: { $0.endReading($1, clearing: &$2) },
      keys: { $0.ids }
    )
  }
}
