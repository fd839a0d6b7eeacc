public import Troupe

// These are the forms of `scope` whose first argument has no label.
extension ViewStore {
  /// Returns the view store of a part of the state, with a case's actions.
  ///
  /// - Parameters:
  ///   - state: The key path to the part of the state.
  ///   - action: The case that contains the part's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// Returns the view store of an optional part of the state, with a case's actions, or nil if the part is
  /// nil.
  ///
  /// - Parameters:
  ///   - state: The key path to the optional part, which can be a member of an optional enum, as in
  ///     `\.destination?.editor`.
  ///   - action: The case that contains the part's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns the view store of a presented part of the state, or nil if nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The property with `Presents`.
  ///   - action: The case that contains the presented feature's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns the view store of a presented part of the state, or nil if nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with `Presents`, such as `\.$editor`.
  ///   - action: The case that contains the presented feature's actions.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns the view store of a case of a state that is an enum, or nil if the state is in another case.
  ///
  /// - Parameters:
  ///   - state: The case that contains the child's state.
  ///   - action: The case that contains the child's actions.
  @_disfavoredOverload
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns the view store of an element of a collection, or nil if no element has the id.
  ///
  /// - Parameters:
  ///   - state: The property that contains the collection.
  ///   - id: The element's id.
  ///   - action: The case that contains the elements' actions.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }

  /// Returns the view store of a dictionary's value, or nil if the key has no value.
  ///
  /// - Parameters:
  ///   - state: The property that contains the dictionary.
  ///   - id: The value's key.
  ///   - action: The case that contains the values' actions.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, [ID: ElementState]> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }

  /// Returns the view store of an element of a stack, or nil if no element has the id.
  ///
  /// - Parameters:
  ///   - state: The property that contains the stack.
  ///   - id: The element's id.
  ///   - action: The case that contains the elements' actions.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, StackState<ElementState>> & Sendable,
    id: StackElementID,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }

  /// Returns the view stores of all elements of a collection, in order.
  ///
  /// - Parameters:
  ///   - state: The property that contains the collection.
  ///   - action: The case that contains the elements' actions.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> [ViewStore<ElementState, ElementAction>] {
    scope(state: state, action: action)
  }

  /// Returns the view stores of all elements of a stack, from bottom to top.
  ///
  /// - Parameters:
  ///   - state: The property that contains the stack.
  ///   - action: The case that contains the elements' actions.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, StackState<ElementState>> & Sendable,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> [ViewStore<ElementState, ElementAction>] {
    scope(state: state, action: action)
  }
}
