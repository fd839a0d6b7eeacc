/// Composes the reducer of a child that `ifLet` or `forEach` embeds.
///
/// `Container` is the type of the parent's property, such as an optional child state. `ContainerAction` is
/// the payload type of the parent's action case for the child. These two types determine which reducers the
/// builder accepts. Because the builder checks the types, the operators need no overloads, and the compiler
/// checks long chains of operators quickly.
///
/// The builder is public because public operators use it as a parameter's attribute.
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
/// The type is public because ``_ChildBuilder`` returns it.
public struct _EmbeddedChild<Container, ContainerAction: Sendable>: Sendable {
  let source: any ChildSource<Container, ContainerAction>
}

/// A type that creates a child's embedding at the position of an operator in a parent.
protocol ChildSource<Container, ContainerAction>: Sendable {
  associatedtype Container
  associatedtype ContainerAction: Sendable

  /// Returns the embedding of the child in a parent.
  ///
  /// - Parameters:
  ///   - container: The property of the parent's state that contains the child.
  ///   - path: Evaluates the path of the parent's action case for the child.
  ///   - location: The location of the operator.
  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ path: @escaping @Sendable () -> AnyCasePath<Action, ContainerAction>,
    _ location: CallSite
  ) -> Embedding<State, Action>
}

extension Reducer {
  /// Embeds a child in a property of the state.
  func embedding<Container, ContainerAction>(
    _ child: _EmbeddedChild<Container, ContainerAction>,
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ action: any CaseKeyPath<Action, ContainerAction> & Sendable,
    _ location: CallSite
  ) -> EmbeddingReducer<Self> {
    embedding(child, container, { .named(action) }, location)
  }

  /// Embeds a child in a property of the state, with a closure that returns the path of the child's actions.
  package func embedding<Container, ContainerAction>(
    _ child: _EmbeddedChild<Container, ContainerAction>,
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ action: @escaping @Sendable () -> AnyCasePath<Action, ContainerAction>,
    _ location: CallSite
  ) -> EmbeddingReducer<Self> {
    EmbeddingReducer(base: self) { child.source.embedding(container, action, location) }
  }
}
