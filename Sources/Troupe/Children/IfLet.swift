extension Reducer {
  /// Embeds a child whose state is optional.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .playTapped(let title) = action { state.player = Player.State(title: title) }
  ///   return .none
  /// }
  /// .ifLet(\.player, action: \.player) { Player() }
  /// ```
  ///
  /// The state is one of the following:
  ///
  /// - An optional property. The child's actions are the payload of a case.
  /// - The projection of a property with ``Presents``, as in `\.$editor`. The child's actions are in a
  ///   ``PresentationAction``.
  ///
  /// The child's reducer runs first, followed by this reducer, on the same state. If an action for the child
  /// arrives while the child's state is nil, an issue is reported.
  ///
  /// The child's effects, and the effects of all features inside the child, end in the turn in which the
  /// state becomes nil or becomes another child's state, regardless of the cause. The state counts as another
  /// child's state if:
  ///
  /// - the state is `Identifiable`, and its `id` is different;
  /// - the state is an enum and is in another case;
  /// - the state is in a property with ``Presents``, and was presented again.
  ///
  /// <doc:ChildrenAndTheirLifetimes> describes all rules.
  ///
  /// The child can dismiss itself with ``DismissEffect``. A child in an optional property is removed without
  /// an action. For a presented child, the store sends ``PresentationAction/dismiss``, and removes the child
  /// after this reducer has handled the action. If this reducer presents a new child in response, the new
  /// child stays.
  ///
  /// - Parameters:
  ///   - state: The property with the child's state.
  ///   - action: The case with the child's actions.
  ///   - child: The child's reducer.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func ifLet<ChildState: _OptionalOrPresents, ChildAction: Sendable>(
    _ state: any WritableKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildAction> & Sendable,
    @_ChildBuilder<ChildState, ChildAction> then child: () -> _EmbeddedChild<ChildState, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(child(), state, action, location)
  }

  /// Embeds a prompt, or the features of an enum with `@Reducer`, in an optional property or a property with
  /// ``Presents``.
  ///
  /// ```swift
  /// Reduce { state, action in
  ///   if case .deleteTapped = action { state.alert = AlertState { TextState("Delete the track?") } }
  ///   return .none
  /// }
  /// .ifLet(\.$alert, action: \.alert)
  /// ```
  ///
  /// This reducer handles a prompt's actions. After each of these actions, the prompt is removed, unless this
  /// reducer has replaced the prompt with a new prompt. For the state of an enum with `@Reducer`, the
  /// operator embeds the enum's reducer, as the closure `{ Destination.body }` does.
  ///
  /// - Parameters:
  ///   - state: The property with the child's state, or the projection of a property with ``Presents``:
  ///     `\.$alert`.
  ///   - action: The case with the child's actions.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func ifLet<ChildState: _OptionalPromptOrCaseReducer>(
    _ state: any WritableKeyPath<State, ChildState> & Sendable,
    action: any CaseKeyPath<Action, ChildState._ContainerAction> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return embedding(ChildState._child, state, action, location)
  }
}

/// A type of state that `ifLet` accepts: an optional or ``Presents``.
///
/// The protocol is public because it constrains a public operator. If another type is passed, the compiler's
/// message names the protocol.
public protocol _OptionalOrPresents {}

extension Optional: _OptionalOrPresents {}

extension _ChildBuilder {
  /// Builds a reducer that does nothing, for a child without reducers.
  public static func buildBlock<State>() -> Reduce<State, ContainerAction> where Container == State? {
    Reduce.erasing(EmptyReducer())
  }

  /// Builds a reducer of an optional child.
  public static func buildExpression<State>(
    _ reducer: any Reducer<State, ContainerAction>
  ) -> Reduce<State, ContainerAction> where Container == State? {
    Reduce.erasing(reducer)
  }

  /// Builds the embedded optional child.
  @inlinable
  public static func buildFinalResult<State>(
    _ reducer: Reduce<State, ContainerAction>
  ) -> _EmbeddedChild<Container, ContainerAction> where Container == State? {
    _EmbeddedChild(optional: reducer) { child, body in
      guard child != nil else { return false }
      // Only force-unwrapping accesses the child in place. The guard has checked that the child exists.
      // swift-format-ignore: NeverForceUnwrap
      body(&child!, 0)
      return true
    }
  }
}

extension _EmbeddedChild {
  /// Creates an optional child.
  ///
  /// - Parameters:
  ///   - reducer: The child's reducer.
  ///   - modify: Changes the child in place. Returns whether the child exists.
  @usableFromInline
  init<State>(
    optional reducer: Reduce<State, ContainerAction>,
    modify: @escaping (inout Container, (inout State, _ generation: UInt64) -> Void) -> Bool
  ) where Container == State? {
    let access = ContainerAccess<Container, OnlyChild, State>(
      modify: { child, _, body in modify(&child, body) },
      remove: { child, _ in child = nil }
    )
    self.init(source: OptionalChild(reducer: reducer, access: access))
  }
}

/// An optional child in a property.
private struct OptionalChild<Container, ChildState, ChildAction: Sendable>: ChildSource {
  let reducer: Reduce<ChildState, ChildAction>
  let access: ContainerAccess<Container, OnlyChild, ChildState>

  func embedding<State, Action>(
    _ container: any WritableKeyPath<State, Container> & Sendable,
    _ path: @escaping @Sendable () -> AnyCasePath<Action, ChildAction>,
    _ location: CallSite
  ) -> Embedding<State, Action> {
    let reducer = ChildReducer(reducer, in: container, of: path, at: location)
    return Embedding(reducer, of: path) { path in
      let prompts = PromptReader<ChildState, ChildAction>()
      let child = ChildOperator(
        reducer,
        access: ChildAccess(container, access),
        dismissal: .removal
      ) { path.embed($1) }
      return (
        child,
        { state, childAction, action, base in
          child.reduce(&state, childAction, of: action, closing: prompts, then: base)
        }
      )
    }
  }
}

extension ChildOperator where Key == OnlyChild {
  /// Runs the child's reducer and then the parent's reducer, as `ifLet` does. After a prompt's action,
  /// removes the prompt from the state.
  func reduce(
    _ state: inout Parent,
    _ childAction: ChildAction,
    of action: ParentAction,
    closing prompts: PromptReader<Child, ChildAction>?,
    then base: Embedding<Parent, ParentAction>.Base
  ) -> Effect<ParentAction> {
    guard let prompts else {
      return reduce(&state, OnlyChild(), childAction, of: action, orReport: .absent("ifLet"), then: base)
    }
    var prompt: ScopeIdentity?
    _ = access.modify(&state, OnlyChild()) { child, generation in
      if prompts.isPrompt(child, of: childAction) { prompt = identity(child, generation: generation) }
    }
    // The prompt is removed, unless another prompt has replaced it.
    defer {
      if let prompt, identity(in: &state, OnlyChild()) == prompt { access.remove?(&state, OnlyChild()) }
    }
    return reduce(&state, OnlyChild(), childAction, of: action, orReport: .absent("ifLet"), then: base)
  }
}
