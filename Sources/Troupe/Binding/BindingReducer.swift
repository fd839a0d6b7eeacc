/// Sets the members of the state to the values that bindings send.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in
///     switch action {
///     case .binding(\.text):
///       state.isSaved = false
///       return .none
///     case .binding:
///       return .none
///     }
///   }
/// }
/// ```
///
/// Reducers that run after a `BindingReducer` read the new value. Reducers that run before the
/// `BindingReducer` read the old value.
public struct BindingReducer<State, Action: Sendable>: Reducer {
  /// Returns the value that a binding sent; nil for any other action.
  private let binding: @Sendable (Action) -> BindingAction<State>?

  /// Creates a reducer for the bindable actions of a feature.
  public init() where Action: BindableAction, Action.State == State {
    // The case is looked up here, so that the lookup isn't repeated for each action.
    let path = AnyCasePath(/Action.binding)
    binding = { path.extract(from: $0) }
  }

  /// Creates a reducer for bindable actions in a case of a feature's actions.
  ///
  /// ```swift
  /// enum Action {
  ///   case view(View)
  ///   case saved
  ///
  ///   enum View: BindableAction {
  ///     case binding(BindingAction<State>)
  ///     case saveTapped
  ///   }
  /// }
  ///
  /// var body: some ReducerOf<Self> {
  ///   BindingReducer(action: \.view)
  /// }
  /// ```
  ///
  /// - Parameter action: The case that contains the bindable actions.
  public init<Bindable: BindableAction>(
    action: any CaseKeyPath<Action, Bindable> & Sendable
  ) where Bindable.State == State {
    let (outer, inner) = (AnyCasePath(action), AnyCasePath(/Bindable.binding))
    binding = { outer.extract(from: $0).flatMap { inner.extract(from: $0) } }
  }

  /// Sets a member of the state if a binding sent the action.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    binding(action)?.set(in: &state)
    return .none
  }
}

/// Returns whether a binding action sets a member. Use this operator to match members in a `switch`, as in
/// `case .binding(\.text):`.
public func ~= <Root, Value>(keyPath: WritableKeyPath<Root, Value>, action: BindingAction<Root>) -> Bool {
  let member: PartialKeyPath<Root> = action.keyPath
  return member == keyPath
}
