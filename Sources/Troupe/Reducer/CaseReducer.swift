/// A choice of features, of which one is there at a time. The macro `@Reducer` makes it of an enum.
///
/// It is a ``Reducer``, so that `StoreOf<Path>` and `StackActionOf<Path>` name its store and its actions. Where its state is in a
/// property, `ifLet` embeds it without a closure, as `forEach` does where it is in a stack or an identified array. As the
/// reducer of a store, write ``body``.
public protocol CaseReducer: Reducer
where State: CaseReducerState, State.StateReducer == Self, Body == Never {
  /// The type of the composed reducer.
  associatedtype CaseBody: Reducer<State, Action>
  /// A store for each of the features.
  associatedtype CaseScope: Sendable

  /// The reducer that runs the feature that is there.
  static var body: CaseBody { get }

  /// The store of the feature that is there; nil when the state of the given store has gone.
  static func scope(_ store: isolated Store<State, Action>) -> CaseScope?
}

extension CaseReducer {
  /// Evolves the state with the reducer of the feature that is there.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    Self.body.reduce(into: &state, action: action)
  }

  /// The resolved form of ``body``.
  public func _resolve() -> _ResolvedReducer<State, Action> { Self.body._resolve() }
}

/// The state of a choice of features.
public protocol CaseReducerState: _PromptOrCaseReducer where Action == StateReducer.Action {
  /// The choice of features that it is the state of.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension CaseReducerState {
  /// The reducer of the feature that is there.
  public static var _child: Reduce<Self, Action> { Reduce.erasing(StateReducer.body) }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The feature that is there, with its store: to switch over. Nil when the state of this store has gone.
  ///
  /// From outside of the store it is read with `await`, and resumes with the case of that moment. The store in it stands
  /// for the feature that is there now; see ``Store/isAlive``.
  public var `case`: State.StateReducer.CaseScope? { State.StateReducer.scope(self) }
}
