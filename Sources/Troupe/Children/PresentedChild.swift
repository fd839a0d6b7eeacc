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
    _ path: AnyCasePath<Action, PresentationAction<ChildAction>>,
    _ location: CallSite
  ) -> Embedding<State, Action> {
    let prompts = PromptReader<ChildState, ChildAction>()
    let child = ChildOperator(
      reducer,
      position: OperatorPosition(location, container, action: path, child: ChildState.self),
      access: .presented(container),
      dismissal: .action { _ in path.embed(.dismiss) },
      findNames: { $0[keyPath: container].names(in: $0) }
    ) { path.embed(.presented($1)) }
    return Embedding(of: path, to: child) { state, presentationAction, action, base in
      switch presentationAction {
      case .presented(let childAction):
        return child.reduce(&state, childAction, of: action, closing: prompts, then: base)
      case .dismiss:
        guard let before = child.identity(in: &state, OnlyChild()) else {
          child.report(.absent("ifLet"), action)
          return base(&state, action)
        }
        let effect = base(&state, action)
        if child.identity(in: &state, OnlyChild()) == before { child.access.remove?(&state, OnlyChild()) }
        return effect
      }
    }
  }
}
