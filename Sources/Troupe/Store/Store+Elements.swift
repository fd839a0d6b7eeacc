extension Store {
  /// Returns a store for an element of a collection, or nil if there is no element with the id.
  ///
  /// ```swift
  /// let row = await store.scope(state: \.rows, id: 3, action: \.rows)
  /// ```
  ///
  /// Read the ordered ids from `store.rows.ids`. When the element is removed, the store's ``isAlive`` becomes
  /// false, and a later element with the same id doesn't revive the store. Scoping the same element again by
  /// equal key paths returns the same store, as long as a reference to that store exists.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - id: The id of the element.
  ///   - action: The case with the elements' actions.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    scope(.elements(state), id, by: action) { .element(id: id, action: $0) }
  }

  /// Returns a store for a value of a dictionary, or nil if there is no value for the key.
  ///
  /// ```swift
  /// let session = await store.scope(state: \.sessions, id: "blob", action: \.sessions)
  /// ```
  ///
  /// When the value is removed, the store's ``isAlive`` becomes false. After each action, the store looks up
  /// every value that has a scoped store, because a dictionary, unlike an identified array, doesn't record
  /// its changes. Scoping the same value again by equal key paths returns the same store, as long as a
  /// reference to that store exists.
  ///
  /// - Parameters:
  ///   - state: The dictionary.
  ///   - id: The key of the value.
  ///   - action: The case with the values' actions.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    state: any KeyPath<State, [ID: ElementState]> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    scope(.values(state), id, by: action) { .element(id: id, action: $0) }
  }

  /// Returns a store for an element of a stack, or nil if there is no element with the id.
  ///
  /// ```swift
  /// let screen = await store.scope(state: \.path, id: 0, action: \.path)
  /// ```
  ///
  /// Read the ordered ids from `store.path.ids`. When the element is removed, the store's ``isAlive`` becomes
  /// false. Scoping the same element again by equal key paths returns the same store, as long as a reference
  /// to that store exists.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - id: The id of the element.
  ///   - action: The case with the elements' actions.
  public func scope<ElementState, ElementAction: Sendable>(
    state: any KeyPath<State, StackState<ElementState>> & Sendable,
    id: StackElementID,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    scope(.elements(state), id, by: action) { .element(id: id, action: $0) }
  }
}
