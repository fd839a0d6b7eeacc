/// The embedding of a child in a parent. The embedding reduces the parent's actions, given the parent's
/// reducer.
struct Embedding<State, Action: Sendable> {
  typealias Base = (inout State, Action) -> Effect<Action>
  typealias Reduction = (inout State, Action, Base) -> Effect<Action>

  /// Creates the function that reduces the parent's actions. Call this closure before the first action.
  let makeReduction: () -> Reduction
  /// The child's subscription, which may itself contain subscriptions.
  let subscription: Subscription<State, Action>

  /// Creates an embedding that reduces a case's actions with a function, and all other actions with the base
  /// reducer.
  ///
  /// - Parameters:
  ///   - reducer: The reducer of the child.
  ///   - path: Evaluates the path of the case.
  ///   - make: Creates the operator that embeds the child, and a function that reduces the case's payload.
  ///     The function also gets the whole action and the base reducer.
  init<Payload, Key, Child, ChildAction>(
    _ reducer: ChildReducer<Child, ChildAction>,
    of path: @escaping () -> AnyCasePath<Action, Payload>,
    _ make:
      @escaping (AnyCasePath<Action, Payload>) -> (
        ChildOperator<State, Action, Key, Child, ChildAction>,
        (inout State, Payload, _ action: Action, Base) -> Effect<Action>
      )
  ) {
    let subscription = ChildSubscription(reducer) {
      let path = path()
      let (child, reduce) = make(path)
      return (
        child,
        { state, action, base in
          var program: UnresolvedEffect?
          let isOfCase = path.visit(action) { program = reduce(&state, $0, action, base).program }
          return isOfCase ? Effect(program) : base(&state, action)
        }
      )
    }
    self.subscription = subscription
    makeReduction = { subscription.made.reduction }
  }
}

/// A reducer that embeds a child, created by `ifLet`, `ifCaseLet` and `forEach`.
package struct EmbeddingReducer<Base: Reducer>: Reducer {
  let base: Base
  /// Creates an embedding for each store, which caches facts about the child in that store.
  let embedding: @Sendable () -> Embedding<Base.State, Base.Action>

  /// Runs the child's reducer and the base reducer.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let address = StateAddress(&state)
    return embedding().makeReduction()(&state, action) { base.reduce(into: &$0, action: $1) }.reducedDirectly(
      on: address
    )
  }

  /// Returns the resolved base reducer with the child embedded.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let embedding = embedding()
    let resolved = base._resolve()
    return _ResolvedReducer(subscriptions: resolved.subscriptions(and: embedding.subscription)) {
      let (embed, base) = (embedding.makeReduction(), resolved.makeReduction())
      return { embed(&$0, $1, base) }
    }
  }
}

/// The reason why an operator couldn't pass an action to a child.
enum MissingChild {
  case absent(String)
  case otherCase(String)
  case row(String, id: String)

  private var what: String {
    switch self {
    case .absent(let name): "`\(name)` got an action for a child whose state was nil"
    case .otherCase(let name): "`\(name)` got an action for a child while the state was in another case"
    case .row(let name, let id): "`\(name)` got an action for the element \(id), which doesn't exist"
    }
  }

  private var gone: String {
    switch self {
    case .absent: "set the state to nil"
    case .otherCase: "set the state to another case"
    case .row: "removed the element"
    }
  }

  private var remedy: String {
    switch self {
    case .absent: "while the state was nil. Send it only while the state exists"
    case .otherCase: "while the state was in another case. Send it only while the state is in that case"
    case .row: "for an element that doesn't exist. Send it only with the id of an existing element"
    }
  }

  func message(_ action: some Sendable, state: Any.Type, child: Any.Type) -> String {
    """
    \(what). The action is \(IssueText.value(action)), the parent's state is \(TypeName(state).full), and the child's \
    state is \(TypeName(child).full). The child's reducer didn't run.

    The likely causes:
    - A parent's reducer \(gone) before the child's reducer ran. Child reducers have to run first: apply the operator to the \
    parent's reducer.
    - The action was sent by work that outlived the child: by a task outside the store, or by an effect of another \
    feature. Return the work as an effect of the child: it then ends with the child.
    - The action was sent \(remedy).
    """
  }
}

extension Effect {
  /// Returns the effect for an operator that user code ran with `reduce(into:action:)` on a parent's state.
  func reducedDirectly(on address: StateAddress) -> Effect { Effect(program?.reducedDirectly(on: address)) }
}
