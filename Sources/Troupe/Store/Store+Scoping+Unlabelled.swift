// The forms of `scope` whose first argument has no label.
extension Store {
  /// Returns a store for a part of the state.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: Converts an action of the part into an action of this store.
  public func scope<ChildState, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// Returns a store for an optional part of the state, or nil if the part is nil.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state.
  ///   - action: Converts an action of the part into an action of this store.
  public func scope<ChildState, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: @escaping @Sendable (ChildAction) -> Action
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns a store for a part of the state. The part's actions are the payload of a case.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case with the part's actions.
  public func scope<ChildState, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// Returns a store for an optional part of the state, or nil if the part is nil. The part's actions are the
  /// payload of a case.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state. The part can be a member of an optional enum:
  ///     `\.destination?.editor`.
  ///   - action: The case with the part's actions.
  public func scope<ChildState, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns a store for a presented part of the state, or nil if nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The property with ``Presents``.
  ///   - action: The case with the presented feature's actions.
  public func scope<ChildState, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns a store for a presented part of the state, or nil if nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with ``Presents``: `\.$editor`.
  ///   - action: The case with the presented feature's actions.
  public func scope<ChildState, ChildAction: Sendable>(
    _ state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns a store for a case of an enum state, or nil if the state is in another case.
  ///
  /// - Parameters:
  ///   - state: The case with the child's state.
  ///   - action: The case with the child's actions.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction: Sendable>(
    _ state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns a store for an element of a collection, or nil if there is no element with the id.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - id: The id of the element.
  ///   - action: The case with the elements' actions.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    _ state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }

  /// Returns a store for a value of a dictionary, or nil if there is no value for the key.
  ///
  /// - Parameters:
  ///   - state: The dictionary.
  ///   - id: The key of the value.
  ///   - action: The case with the values' actions.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction: Sendable>(
    _ state: any KeyPath<State, [ID: ElementState]> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }

  /// Returns a store for an element of a stack, or nil if there is no element with the id.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - id: The id of the element.
  ///   - action: The case with the elements' actions.
  public func scope<ElementState, ElementAction: Sendable>(
    _ state: any KeyPath<State, StackState<ElementState>> & Sendable,
    id: StackElementID,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> Store<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }
}
