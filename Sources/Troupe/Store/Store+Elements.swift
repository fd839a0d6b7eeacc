extension Store {
  /// A store on an element of a collection; nil when there is no element with the id.
  ///
  /// The ids in their order are `store.rows.ids`. The store is no longer ``isAlive`` when the element has gone; see the
  /// `scope` for an optional part.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - id: The id of the element.
  ///   - action: The case with the actions of the elements.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    let path = AnyCasePath(action)
    return scope(.elements(state), id) { path.embed(.element(id: id, action: $0)) }
  }

  /// A store on a value of a dictionary; nil when there is no value for the key.
  ///
  /// The store is no longer ``isAlive`` when the value has gone; see the `scope` for an optional part. After each action, every
  /// value that has a store is looked up: a dictionary doesn't tell what has changed, as an identified array does.
  ///
  /// - Parameters:
  ///   - state: The dictionary.
  ///   - id: The key of the value.
  ///   - action: The case with the actions of the values.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    state: any KeyPath<State, [ID: ElementState]> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    let path = AnyCasePath(action)
    return scope(.values(state), id) { path.embed(.element(id: id, action: $0)) }
  }

  /// A store on an element of a stack; nil when there is no element with the id.
  ///
  /// The ids in their order are `store.path.ids`. The store is no longer ``isAlive`` when the element has gone; see the
  /// `scope` for an optional part.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - id: The id of the element.
  ///   - action: The case with the actions of the elements.
  public func scope<ElementState, ElementAction: Sendable>(
    state: any KeyPath<State, StackState<ElementState>> & Sendable,
    id: StackElementID,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    let path = AnyCasePath(action)
    return scope(.elements(state), id) { path.embed(.element(id: id, action: $0)) }
  }
}
