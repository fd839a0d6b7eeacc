public import Troupe

// The forms of `scope` whose first argument has no label.
extension ViewStore {
  /// The view store of a part of the state, with the actions of a case.
  ///
  /// - Parameters:
  ///   - state: The part of the state.
  ///   - action: The case with the actions of the part.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// The view store of an optional part of the state, with the actions of a case; nil if the part isn't
  /// there.
  ///
  /// - Parameters:
  ///   - state: The optional part of the state; also a member of an optional enum: `\.destination?.editor`.
  ///   - action: The case with the actions of the part.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// The view store of a presented part of the state; nil when nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The property with `Presents`.
  ///   - action: The case with the actions of the presented feature.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, ChildState?> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// The view store of a presented part of the state; nil when nothing is presented.
  ///
  /// - Parameters:
  ///   - state: The projection of the property with `Presents`: `\.$editor`.
  ///   - action: The case with the actions of the presented feature.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any KeyPath<State, Presents<ChildState>> & Sendable,
    action: any CaseKeyPath<Action, PresentationAction<ChildAction>> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// The view store of a case of a state that is an enum; nil when the state is in another case.
  ///
  /// - Parameters:
  ///   - state: The case with the state of the child.
  ///   - action: The case with the actions of the child.
  @_disfavoredOverload
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    _ state: any CaseKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable
  ) -> ViewStore<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// The view store of an element of a collection; nil when there is no element with the id.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - id: The id of the element.
  ///   - action: The case with the actions of the elements.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }

  /// The view store of a value of a dictionary; nil when there is no value for the key.
  ///
  /// - Parameters:
  ///   - state: The dictionary.
  ///   - id: The key of the value.
  ///   - action: The case with the actions of the values.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, [ID: ElementState]> & Sendable,
    id: ID,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }

  /// The view store of an element of a stack; nil when there is no element with the id.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - id: The id of the element.
  ///   - action: The case with the actions of the elements.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, StackState<ElementState>> & Sendable,
    id: StackElementID,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> ViewStore<ElementState, ElementAction>? {
    scope(state: state, id: id, action: action)
  }

  /// The view stores of all elements of a collection, in their order.
  ///
  /// - Parameters:
  ///   - state: The collection.
  ///   - action: The case with the actions of the elements.
  public func scope<ID: Hashable & Sendable, ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, IdentifiedArray<ID, ElementState>> & Sendable,
    action: any CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>> & Sendable
  ) -> [ViewStore<ElementState, ElementAction>] {
    scope(state: state, action: action)
  }

  /// The view stores of all elements of a stack, the bottom first.
  ///
  /// - Parameters:
  ///   - state: The stack.
  ///   - action: The case with the actions of the elements.
  public func scope<ElementState: Sendable, ElementAction: Sendable>(
    _ state: any KeyPath<State, StackState<ElementState>> & Sendable,
    action: any CaseKeyPath<Action, StackAction<ElementState, ElementAction>> & Sendable
  ) -> [ViewStore<ElementState, ElementAction>] {
    scope(state: state, action: action)
  }
}
