// These overloads accept what no other overload accepts. Without them, the compiler only says that there is
// no exact match, or that it can't convert one action to another. They are in the builder because overloads
// of the operators would multiply the time to check a long chain of operators.
extension _ChildBuilder {
  /// An optional child whose actions are those of a presented one.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(
    *,
    unavailable,
    message:
      "Actions in a 'PresentationAction' are for a property with '@Presents', given by its projection: '\\.$child'."
  )
  @_disfavoredOverload
  public static func buildExpression<State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, ContainerAction>
  where Container == State?, ContainerAction == PresentationAction<Action> {
    fatalError("It can't be called.")
  }

  /// A presented child whose actions are those of an optional one.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(*, unavailable, message: "A child with '@Presents' has its actions in a 'PresentationAction'.")
  @_disfavoredOverload
  public static func buildExpression<State>(
    _ reducer: any Reducer<State, ContainerAction>
  ) -> Reduce<State, ContainerAction> where Container == Presents<State> {
    fatalError("It can't be called.")
  }

  /// A presented child whose actions are those of an optional one.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(*, unavailable, message: "A child with '@Presents' has its actions in a 'PresentationAction'.")
  @_disfavoredOverload
  public static func buildFinalResult<State>(
    _ reducer: Reduce<State, ContainerAction>
  ) -> _EmbeddedChild<Container, ContainerAction> where Container == Presents<State> {
    fatalError("It can't be called.")
  }

  /// Elements without ids in their actions.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Elements have their actions in an 'IdentifiedAction'.")
  @_disfavoredOverload
  public static func buildExpression<ID: Hashable & Sendable, State>(
    _ reducer: any Reducer<State, ContainerAction>
  ) -> Reduce<State, ContainerAction> where Container == IdentifiedArray<ID, State> {
    fatalError("It can't be called.")
  }

  /// Elements without ids in their actions.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Elements have their actions in an 'IdentifiedAction'.")
  @_disfavoredOverload
  public static func buildFinalResult<ID: Hashable & Sendable, State>(
    _ reducer: Reduce<State, ContainerAction>
  ) -> _EmbeddedChild<Container, ContainerAction> where Container == IdentifiedArray<ID, State> {
    fatalError("It can't be called.")
  }

  /// The elements of an array, which have no ids.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "'forEach' takes an 'IdentifiedArray', and no array.")
  @_disfavoredOverload
  public static func buildExpression<ID: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == [State], ContainerAction == IdentifiedAction<ID, Action> {
    fatalError("It can't be called.")
  }

  /// The elements of an array, which have no ids.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "'forEach' takes an 'IdentifiedArray', and no array.")
  @_disfavoredOverload
  public static func buildFinalResult<ID: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == [State], ContainerAction == IdentifiedAction<ID, Action> {
    fatalError("It can't be called.")
  }

  /// A child at a case without a payload.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(*, unavailable, message: "This case has no payload; a child has its actions in one.")
  @_disfavoredOverload
  public static func buildExpression<State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action> where ContainerAction == Void {
    fatalError("It can't be called.")
  }

  /// A child at a case without a payload.
  ///
  /// - Parameter reducer: The child's reducer.
  @available(*, unavailable, message: "This case has no payload; a child has its actions in one.")
  @_disfavoredOverload
  public static func buildFinalResult<State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction> where ContainerAction == Void {
    fatalError("It can't be called.")
  }

  /// Elements of a stack with their actions alone.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Elements of a stack have their actions in a 'StackAction'.")
  @_disfavoredOverload
  public static func buildExpression<State>(
    _ reducer: any Reducer<State, ContainerAction>
  ) -> Reduce<State, ContainerAction> where Container == StackState<State> {
    fatalError("It can't be called.")
  }

  /// Elements of a stack with their actions alone.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Elements of a stack have their actions in a 'StackAction'.")
  @_disfavoredOverload
  public static func buildFinalResult<State>(
    _ reducer: Reduce<State, ContainerAction>
  ) -> _EmbeddedChild<Container, ContainerAction> where Container == StackState<State> {
    fatalError("It can't be called.")
  }

  /// Elements of a stack with the actions of identified elements.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Elements of a stack have their actions in a 'StackAction'.")
  @_disfavoredOverload
  public static func buildExpression<ID: Hashable & Sendable, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == StackState<State>, ContainerAction == IdentifiedAction<ID, Action> {
    fatalError("It can't be called.")
  }

  /// Elements of a stack with the actions of identified elements.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Elements of a stack have their actions in a 'StackAction'.")
  @_disfavoredOverload
  public static func buildFinalResult<ID: Hashable & Sendable, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == StackState<State>, ContainerAction == IdentifiedAction<ID, Action> {
    fatalError("It can't be called.")
  }

  /// Elements with the actions of a stack.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Actions in a 'StackAction' are for a 'StackState'.")
  @_disfavoredOverload
  public static func buildExpression<Element, State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container: _IdentifiedArrayOrDictionaryOrStack, ContainerAction == StackAction<Element, Action> {
    fatalError("It can't be called.")
  }

  /// Elements with the actions of a stack.
  ///
  /// - Parameter reducer: The reducer of an element.
  @available(*, unavailable, message: "Actions in a 'StackAction' are for a 'StackState'.")
  @_disfavoredOverload
  public static func buildFinalResult<Element, State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container: _IdentifiedArrayOrDictionaryOrStack, ContainerAction == StackAction<Element, Action> {
    fatalError("It can't be called.")
  }
}

// This lets the builder report the mistake: only an `_IdentifiedArrayOrDictionaryOrStack` reaches the
// builder.
extension Array: _IdentifiedArrayOrDictionaryOrStack {}
