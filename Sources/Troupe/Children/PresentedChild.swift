extension Presents: _OptionalOrPresents {}

extension _ChildBuilder {
  /// Builds a reducer that does nothing, for a child without reducers.
  public static func buildBlock<State, Action>() -> Reduce<State, Action>
  where Container == Presents<State>, ContainerAction == PresentationAction<Action> {
    Reduce.erasing(EmptyReducer())
  }

  /// Builds a reducer of a presented child.
  public static func buildExpression<State, Action>(
    _ reducer: any Reducer<State, Action>
  ) -> Reduce<State, Action>
  where Container == Presents<State>, ContainerAction == PresentationAction<Action> {
    Reduce.erasing(reducer)
  }

  /// Builds the embedded presented child.
  public static func buildFinalResult<State, Action>(
    _ reducer: Reduce<State, Action>
  ) -> _EmbeddedChild<Container, ContainerAction>
  where Container == Presents<State>, ContainerAction == PresentationAction<Action> {
    _EmbeddedChild(source: PresentedChild(reducer: reducer))
  }
}

/// A child in a property with ``Presents``.
private struct PresentedChild<ChildState, ChildAction: Sendable>: ChildSource {
  let reducer: Reduce<ChildState, ChildAction>

  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, Presents<ChildState>> & Sendable,
    _ path: @escaping @Sendable () -> AnyCasePath<Action, PresentationAction<ChildAction>>,
    _ location: CallSite
  ) -> Embedding<State, Action> {
    let reducer = ChildReducer(reducer, in: container, of: path, at: location)
    return Embedding(reducer, of: path) { path in
      let prompts = PromptReader<ChildState, ChildAction>()
      let child = ChildOperator(
        reducer,
        access: .presented(container),
        dismissal: .action { _ in path.embed(.dismiss) },
        findNames: { $0[keyPath: container].names(in: $0) },
        embed: path.embedding { .presented($1) }
      )
      return (
        child,
        { state, presentationAction, action, base in
          switch presentationAction {
          case .presented(let childAction):
            return child.reduce(&state, childAction, of: action, closing: prompts, then: base)
          case .dismiss:
            return child.dismiss(&state, of: action, then: base)
          }
        }
      )
    }
  }
}

extension ChildOperator where Key == OnlyChild {
  /// Runs the parent's reducer for the dismissal of a presented child, and then removes the child, unless the
  /// reducer has replaced it.
  fileprivate func dismiss(
    _ state: inout Parent,
    of action: ParentAction,
    then base: Embedding<Parent, ParentAction>.Base
  ) -> Effect<ParentAction> {
    guard let before = identity(in: &state, OnlyChild()) else {
      report(.absent("ifLet"), action)
      return base(&state, action)
    }
    let effect = base(&state, action)
    if identity(in: &state, OnlyChild()) == before { access.remove?(&state, OnlyChild()) }
    return effect
  }
}
