// If another type is passed, the compiler's message names this protocol.
/// The state of a child that an operator can embed without a reducer: a prompt's state, or the state of an
/// enum with `@Reducer`.
///
/// The protocol is public because ``EphemeralState`` and ``CaseReducerState`` refine it. `_child` has an
/// underscore because only the operators use this property. The property is public because a public
/// protocol's requirements and their implementations have to be public.
public protocol _PromptOrCaseReducer {
  /// The child's actions.
  associatedtype Action: Sendable

  /// The child's reducer.
  static var _child: Reduce<Self, Action> { get }
}

/// A type of state that `ifLet` accepts without a reducer: an optional ``_PromptOrCaseReducer``, or
/// ``Presents`` of a ``_PromptOrCaseReducer``.
///
/// The protocol is public because it constrains a public operator. `_child` and `_ContainerAction` are public
/// for the same reason as in ``_PromptOrCaseReducer``.
public protocol _OptionalPromptOrCaseReducer: _OptionalOrPresents {
  /// The payload type of the parent's action case for the child.
  associatedtype _ContainerAction: Sendable

  /// The child with its reducer.
  static var _child: _EmbeddedChild<Self, _ContainerAction> { get }
}

extension Optional: _OptionalPromptOrCaseReducer where Wrapped: _PromptOrCaseReducer {
  /// The child's actions.
  public typealias _ContainerAction = Wrapped.Action

  /// The child with its reducer.
  public static var _child: _EmbeddedChild<Self, _ContainerAction> {
    _ChildBuilder<Self, _ContainerAction>.buildFinalResult(Wrapped._child)
  }
}

extension Presents: _OptionalPromptOrCaseReducer where Value: _PromptOrCaseReducer {
  /// The child's actions and the child's dismissal.
  public typealias _ContainerAction = PresentationAction<Value.Action>

  /// The child with its reducer.
  public static var _child: _EmbeddedChild<Self, _ContainerAction> {
    _ChildBuilder<Self, _ContainerAction>.buildFinalResult(Value._child)
  }
}
