/// Composes the reducer of a child that `ifLet` or `forEach` embeds.
///
/// `Container` is the type of the parent's property, such as an optional of the child's state.
/// `ContainerAction` is the payload of the parent's case for the child. Both determine which reducers fit.
/// Because the builder, not the operator, checks this, the operators need no overloads, and the compiler
/// checks long chains of them quickly.
///
/// It is public because it is an attribute of a parameter of public operators.
@resultBuilder
public enum _ChildBuilder<Container, ContainerAction: Sendable> {
  /// Builds the first reducer of a child.
  public static func buildPartialBlock<State, Action>(
    first: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    first
  }

  /// Builds the next reducer of a child.
  public static func buildPartialBlock<State, Action>(
    accumulated: Reduce<State, Action>,
    next: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    Reduce.erasing(ReducerBuilder<State, Action>.buildPartialBlock(accumulated: accumulated, next: next))
  }

  /// Builds an `if` without an `else`.
  public static func buildOptional<State, Action>(
    _ reducer: Reduce<State, Action>?
  ) -> Reduce<State, Action> {
    Reduce.erasing(reducer)
  }

  /// Builds the first branch of an `if` or `switch`.
  public static func buildEither<State, Action>(
    first reducer: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    reducer
  }

  /// Builds the second branch of an `if` or `switch`.
  public static func buildEither<State, Action>(
    second reducer: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    reducer
  }

  /// Builds the reducers of a `for` loop.
  public static func buildArray<State, Action>(
    _ reducers: [Reduce<State, Action>]
  ) -> Reduce<State, Action> {
    Reduce.erasing(ReducerBuilder<State, Action>.buildArray(reducers))
  }

  /// Builds reducers that are subject to an availability check.
  public static func buildLimitedAvailability<State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    reducer
  }
}

/// A child that `ifLet` or `forEach` embeds, together with its container and its actions.
///
/// It is public because the builder of a public parameter returns it.
public struct _EmbeddedChild<Container, ContainerAction: Sendable>: Sendable {
  let source: any ChildSource<Container, ContainerAction>
}

/// Creates an embedding of a child at the position of an operator in a parent.
protocol ChildSource<Container, ContainerAction>: Sendable {
  associatedtype Container
  associatedtype ContainerAction: Sendable

  /// - Parameters:
  ///   - container: The property of the parent's state.
  ///   - path: The case of the parent's action.
  ///   - location: The location of the operator.
  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ path: AnyCasePath<Action, ContainerAction>,
    _ location: CallSite
  ) -> Embedding<State, Action>
}

extension Reducer {
  /// Embeds a child on a property of the state.
  func embedding<Container, ContainerAction>(
    _ child: _EmbeddedChild<Container, ContainerAction>,
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ action: any CaseKeyPath<Action, ContainerAction> & Sendable,
    _ location: CallSite
  ) -> some Reducer<State, Action> {
    embedding(child, container, .named(action), location)
  }

  /// Embeds a child on a property of the state, with a path of actions that was made from functions.
  package func embedding<Container, ContainerAction>(
    _ child: _EmbeddedChild<Container, ContainerAction>,
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ action: AnyCasePath<Action, ContainerAction>,
    _ location: CallSite
  ) -> some Reducer<State, Action> {
    EmbeddingReducer(base: self) { child.source.embedding(container, action, location) }
  }
}
