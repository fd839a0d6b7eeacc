// These overloads accept arguments that no other overload accepts. Without these overloads, the compiler
// reports only that there is no exact match, or that it can't convert one action type to another. The
// overloads are in the builder because overloads of the operators would multiply the time to check a long
// chain of operators.
extension _ChildBuilder {
  /// Makes the compiler report an optional child with a presented child's actions.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(
    *,
    unavailable,
    message:
      "Actions in a 'PresentationAction' need a property with '@Presents'; pass its projection, '\\.$child'."
  )
  @_disfavoredOverload
  public static func buildExpression<State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, ContainerAction>
  where Container == State?, ContainerAction == PresentationAction<Action> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report a presented child with an optional child's actions.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(
    *,
    unavailable,
    message: "A child with '@Presents' must have its actions in a 'PresentationAction'."
  )
  @_disfavoredOverload
  public static func buildExpression<State>(
    _ reducer: any Reducer<State, ContainerAction>
  ) -> Reduce<State, ContainerAction> where Container == Presents<State> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report a presented child with an optional child's actions.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(
    *,
    unavailable,
    message: "A child with '@Presents' must have its actions in a 'PresentationAction'."
  )
  @_disfavoredOverload
  public static func buildFinalResult<State>(
    _ reducer: Reduce<State, ContainerAction>
  ) -> _EmbeddedChild<Container, ContainerAction> where Container == Presents<State> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report elements without ids in their actions.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Elements must have their actions in an 'IdentifiedAction'.")
  @_disfavoredOverload
  public static func buildExpression<ID: Hashable & Sendable, State>(
    _ reducer: any Reducer<State, ContainerAction>
  ) -> Reduce<State, ContainerAction> where Container == IdentifiedArray<ID, State> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report elements without ids in their actions.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Elements must have their actions in an 'IdentifiedAction'.")
  @_disfavoredOverload
  public static func buildFinalResult<ID: Hashable & Sendable, State>(
    _ reducer: Reduce<State, ContainerAction>
  ) -> _EmbeddedChild<Container, ContainerAction> where Container == IdentifiedArray<ID, State> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report the elements of an array, which have no ids.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "'forEach' needs an 'IdentifiedArray', not an array.")
  @_disfavoredOverload
  public static func buildExpression<ID: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == [State], ContainerAction == IdentifiedAction<ID, Action> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report the elements of an array, which have no ids.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "'forEach' needs an 'IdentifiedArray', not an array.")
  @_disfavoredOverload
  public static func buildFinalResult<ID: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == [State], ContainerAction == IdentifiedAction<ID, Action> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report a child for a case without a payload.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(*, unavailable, message: "This case must have the child's actions as its payload, but has none.")
  @_disfavoredOverload
  public static func buildExpression<State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> where ContainerAction == Void {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report a child for a case without a payload.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(*, unavailable, message: "This case must have the child's actions as its payload, but has none.")
  @_disfavoredOverload
  public static func buildFinalResult<State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction> where ContainerAction == Void {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report stack elements whose actions aren't in a `StackAction`.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Stack elements must have their actions in a 'StackAction'.")
  @_disfavoredOverload
  public static func buildExpression<State>(
    _ reducer: any Reducer<State, ContainerAction>
  ) -> Reduce<State, ContainerAction> where Container == StackState<State> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report stack elements whose actions aren't in a `StackAction`.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Stack elements must have their actions in a 'StackAction'.")
  @_disfavoredOverload
  public static func buildFinalResult<State>(
    _ reducer: Reduce<State, ContainerAction>
  ) -> _EmbeddedChild<Container, ContainerAction> where Container == StackState<State> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report stack elements with the actions of identified elements.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Stack elements must have their actions in a 'StackAction'.")
  @_disfavoredOverload
  public static func buildExpression<ID: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == StackState<State>, ContainerAction == IdentifiedAction<ID, Action> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report stack elements with the actions of identified elements.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Stack elements must have their actions in a 'StackAction'.")
  @_disfavoredOverload
  public static func buildFinalResult<ID: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == StackState<State>, ContainerAction == IdentifiedAction<ID, Action> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report identified elements with the actions of a stack.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Actions in a 'StackAction' need a 'StackState'.")
  @_disfavoredOverload
  public static func buildExpression<Element, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container: _IdentifiedArrayOrDictionaryOrStack, ContainerAction == StackAction<Element, Action> {
    fatalError("This API is unavailable.")
  }

  /// Makes the compiler report identified elements with the actions of a stack.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Actions in a 'StackAction' need a 'StackState'.")
  @_disfavoredOverload
  public static func buildFinalResult<Element, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container: _IdentifiedArrayOrDictionaryOrStack, ContainerAction == StackAction<Element, Action> {
    fatalError("This API is unavailable.")
  }
}

// The builder can report the mistake only if the operator accepts an array.
extension Array: _IdentifiedArrayOrDictionaryOrStack {}
