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
/// Reducers after it see the new value. Reducers before it see the old one.
public struct BindingReducer<State, Action: Sendable>: Reducer {
  /// Returns the value that a binding sent; nil for any other action.
  private let binding: @Sendable (Action) -> BindingAction<State>?

  /// Creates the reducer.
  public init() where Action: BindableAction, Action.State == State {
    // The case is looked up only once.
    let path = AnyCasePath(/Action.binding)
    binding = { path.extract(from: $0) }
  }

  /// Creates the reducer for bindable actions in a case of the feature's actions.
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
  /// - Parameter action: The case with the bindable actions.
  public init<Bindable: BindableAction>(
    action: any CaseKeyPath<Action, Bindable> & Sendable
  ) where Bindable.State == State {
    let (outer, inner) = (AnyCasePath(action), AnyCasePath(/Bindable.binding))
    binding = { outer.extract(from: $0).flatMap { inner.extract(from: $0) } }
  }

  /// Sets the member if the action comes from a binding.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    binding(action)?.set(in: &state)
    return .none
  }
}

/// Returns whether a binding sets a member. A `switch` can match it: `case .binding(\.text):`.
public func ~= <Root, Value>(keyPath: WritableKeyPath<Root, Value>, action: BindingAction<Root>) -> Bool {
  let member: PartialKeyPath<Root> = action.keyPath
  return member == keyPath
}
