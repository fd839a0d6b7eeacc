// The compiler's message names it if another type is passed.
/// State of a child that an operator can embed without a reducer: a prompt's state, or the state of an enum
/// with `@Reducer`.
///
/// It is public because ``EphemeralState`` and ``CaseReducerState`` refine it. `_child` has an underscore
/// because only the operators use it. It is public because the requirements of a public protocol, and their
/// implementations, have to be public.
public protocol _PromptOrCaseReducer {
  /// The child's actions.
  associatedtype Action: Sendable

  /// The child's reducer.
  static var _child: Reduce<Self, Action> { get }
}

/// State that `ifLet` accepts without a reducer: an optional ``_PromptOrCaseReducer``, or one with
/// ``Presents``.
///
/// It is public because it constrains a public operator. `_child` and `_ContainerAction` are public for the
/// same reason as in ``_PromptOrCaseReducer``.
public protocol _OptionalPromptOrCaseReducer: _OptionalOrPresents {
  /// The payload of the parent's case for the child's actions.
  associatedtype _ContainerAction: Sendable

  /// The child.
  static var _child: _EmbeddedChild<Self, _ContainerAction> { get }
}

extension Optional: _OptionalPromptOrCaseReducer where Wrapped: _PromptOrCaseReducer {
  /// The child's own actions.
  public typealias _ContainerAction = Wrapped.Action

  /// The child with its reducer.
  public static var _child: _EmbeddedChild<Self, _ContainerAction> {
    _ChildBuilder<Self, _ContainerAction>.buildFinalResult(Wrapped._child)
  }
}

extension Presents: _OptionalPromptOrCaseReducer where Value: _PromptOrCaseReducer {
  /// The child's actions and its dismissal.
  public typealias _ContainerAction = PresentationAction<Value.Action>

  /// The child with its reducer.
  public static var _child: _EmbeddedChild<Self, _ContainerAction> {
    _ChildBuilder<Self, _ContainerAction>.buildFinalResult(Value._child)
  }
}
