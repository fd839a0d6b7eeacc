/// Composes the reducer of a child that `ifLet` or `forEach` embeds.
///
/// `Container` is what the parent's state holds of the child, such as an optional of its state, and `ContainerAction` what
/// the parent's action holds of its actions. Which child fits follows from the two; that the builder works it out, and
/// not the operator, lets the operators do without overloads, so that the compiler checks long chains of them in time.
@resultBuilder
public enum _ChildBuilder<Container, ContainerAction: Sendable> {
  /// The first reducer of a child.
  public static func buildPartialBlock<State, Action>(
    first: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    first
  }

  /// A further reducer of a child.
  public static func buildPartialBlock<State, Action>(
    accumulated: Reduce<State, Action>,
    next: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    Reduce.erasing(ReducerBuilder<State, Action>.buildPartialBlock(accumulated: accumulated, next: next))
  }

  /// An `if` without an `else`.
  public static func buildOptional<State, Action>(
    _ reducer: Reduce<State, Action>?
  ) -> Reduce<State, Action> {
    Reduce.erasing(reducer)
  }

  /// The first branch of an `if` or `switch`.
  public static func buildEither<State, Action>(
    first reducer: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    reducer
  }

  /// The second branch of an `if` or `switch`.
  public static func buildEither<State, Action>(
    second reducer: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    reducer
  }

  /// The reducers of a `for` loop.
  public static func buildArray<State, Action>(
    _ reducers: [Reduce<State, Action>]
  ) -> Reduce<State, Action> {
    Reduce.erasing(ReducerBuilder<State, Action>.buildArray(reducers))
  }

  /// Reducers behind an availability check.
  public static func buildLimitedAvailability<State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> Reduce<State, Action> {
    reducer
  }
}

/// A child that `ifLet` or `forEach` embeds, with what the parent's state and action hold of it.
public struct _EmbeddedChild<Container, ContainerAction: Sendable>: Sendable {
  let source: any ChildSource<Container, ContainerAction>
}

/// Makes an embedding of a child for the place that an operator has in a parent.
protocol ChildSource<Container, ContainerAction>: Sendable {
  associatedtype Container
  associatedtype ContainerAction: Sendable

  /// - Parameters:
  ///   - container: The property of the parent's state.
  ///   - path: The case of the parent's action.
  ///   - location: Where the operator stands.
  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ path: AnyCasePath<Action, ContainerAction>,
    _ location: SourceLocation
  ) -> Embedding<State, Action>
}

extension Reducer {
  /// Embeds a child on a property of the state.
  func embedding<Container, ContainerAction>(
    _ child: _EmbeddedChild<Container, ContainerAction>,
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ action: any CaseKeyPath<Action, ContainerAction> & Sendable,
    _ location: SourceLocation
  ) -> _EmbeddingReducer<Self> {
    embedding(child, container, AnyCasePath(action), location)
  }

  /// Embeds a child on a property of the state, with a path of actions that was made of functions.
  package func embedding<Container, ContainerAction>(
    _ child: _EmbeddedChild<Container, ContainerAction>,
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ action: AnyCasePath<Action, ContainerAction>,
    _ location: SourceLocation
  ) -> _EmbeddingReducer<Self> {
    _EmbeddingReducer(base: self) { child.source.embedding(container, action, location) }
  }
}
