public import Troupe

extension ViewStore {
  /// Returns the view store of an element of a collection, or nil if no element has the id.
  ///
  /// The method behaves like `scope` for an optional part.
  ///
  /// - Parameters:
  ///   - state: The property that contains the collection.
  ///   - id: The element's id.
  ///   - action: The case that contains the elements' actions.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    child(
      ChildKey(state: state, action: action, id: id),
      dismissal: nil,
      isThere: { $0[keyPath: state][id: id] != nil },
      { store.assumeIsolated { $0.scope(state: state, id: id, action: action) } }
    )
  }

  /// Returns the view store of a dictionary's value, or nil if the key has no value.
  ///
  /// The method behaves like `scope` for an optional part.
  ///
  /// - Parameters:
  ///   - state: The property that contains the dictionary.
  ///   - id: The value's key.
  ///   - action: The case that contains the values' actions.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    state: any KeyPath<State, [ID: ElementState]> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    child(
      ChildKey(state: state, action: action, id: id),
      dismissal: nil,
      isThere: { $0[keyPath: state][id] != nil },
      { store.assumeIsolated { $0.scope(state: state, id: id, action: action) } }
    )
  }

  /// Returns the view store of an element of a stack, or nil if no element has the id.
  ///
  /// The method behaves like `scope` for an optional part. The view store's
  /// ``dismiss(fileID:filePath:line:column:)`` sends `StackAction.popFrom(id:)`.
  ///
  /// - Parameters:
  ///   - state: The property that contains the stack.
  ///   - id: The element's id.
  ///   - action: The case that contains the elements' actions.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    state: any KeyPath<State, StackState<ElementState>> & Sendable,
    id: StackElementID,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    child(
      ChildKey(state: state, action: action, id: id),
      dismissal: sending { AnyCasePath(action).embed(.popFrom(id: id)) },
      isThere: { $0[keyPath: state][id: id] != nil },
      { store.assumeIsolated { $0.scope(state: state, id: id, action: action) } }
    )
  }

  // MARK: All elements

  /// Returns the view stores of all elements of a collection, in order.
  ///
  /// Each view store is the same object as long as its element exists. Tracked code is notified when the ids
  /// or their order change.
  ///
  /// - Parameters:
  ///   - state: The property that contains the collection.
  ///   - action: The case that contains the elements' actions.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> [ViewStore<ElementState, ElementAction>] {
    elements(state: state, action: action).map(\.viewStore)
  }

  /// Returns the view stores of all elements of a collection, with their ids.
  ///
  /// - Parameters:
  ///   - state: The property that contains the collection.
  ///   - action: The case that contains the elements' actions.
  package func elements<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> [(id: ID, viewStore: ViewStore<ElementState, ElementAction>)] {
    let ids = ids { Array($0[keyPath: state].ids) }
    return ids.compactMap { id in scope(state: state, id: id, action: action).map { (id, $0) } }
  }

  /// Returns the view stores of all elements of a stack, from bottom to top.
  ///
  /// Each view store is the same object as long as its element exists. Tracked code is notified when the
  /// elements change.
  ///
  /// - Parameters:
  ///   - state: The property that contains the stack.
  ///   - action: The case that contains the elements' actions.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    state: any KeyPath<State, StackState<ElementState>> & Sendable,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> [ViewStore<ElementState, ElementAction>] {
    let ids = ids { $0[keyPath: state].ids }
    return ids.compactMap { scope(state: state, id: $0, action: action) }
  }

  private func ids<ID: Equatable>(_ read: @escaping (State) -> [ID]) -> [ID] {
    let ids = reads.read(read)
    reads.track { read($0) == ids }
    return ids
  }
}
