public import Troupe

extension ViewStore {
  /// Returns the view store of an element of a collection, or nil if no element has the id.
  ///
  /// It behaves like `scope` for an optional part.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - id: The id of the element.
  ///   - action: The case with the actions of the elements.
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

  /// Returns the view store of a value of a dictionary, or nil if the key has no value.
  ///
  /// It behaves like `scope` for an optional part.
  ///
  /// - Parameters:
  ///   - state: The dictionary.
  ///   - id: The key of the value.
  ///   - action: The case with the actions of the values.
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
  /// It behaves like `scope` for an optional part. ``dismiss(fileID:filePath:line:column:)`` sends
  /// `StackAction.popFrom(id:)`.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - id: The id of the element.
  ///   - action: The case with the actions of the elements.
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
  /// Each is the same object as long as its element exists. Tracked code is notified when the ids or their
  /// order change.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - action: The case with the actions of the elements.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> [ViewStore<ElementState, ElementAction>] {
    elements(state: state, action: action).map(\.viewStore)
  }

  /// Returns the view stores of all elements of a collection, with their ids.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - action: The case with the actions of the elements.
  package func elements<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> [(id: ID, viewStore: ViewStore<ElementState, ElementAction>)] {
    let ids = ids { Array($0[keyPath: state].ids) }
    return ids.compactMap { id in scope(state: state, id: id, action: action).map { (id, $0) } }
  }

  /// Returns the view stores of all elements of a stack, from bottom to top.
  ///
  /// Each is the same object as long as its element exists. Tracked code is notified when the elements
  /// change.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - action: The case with the actions of the elements.
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
