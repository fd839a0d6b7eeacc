/// A set of alternative features, of which one is present at a time. The macro `@Reducer` generates the
/// conformance from an enum.
///
/// The set is a ``Reducer``, so the type of its store is `StoreOf<Path>`, and the type of its actions in a
/// stack is `StackActionOf<Path>`. If the set's state is in a property, `ifLet` embeds the set without a
/// closure. `forEach` does the same for a stack or an identified array of the set's states. To run the set
/// directly in a store, use ``body`` as the store's reducer.
public protocol CaseReducer: Reducer
where State: CaseReducerState, State.StateReducer == Self, Body == Never {
  /// The type of the composed reducer.
  associatedtype CaseBody: Reducer<State, Action>
  /// An enum whose cases contain the features' stores.
  associatedtype CaseScope: Sendable
  /// The features' types, each wrapped in ``_Feature``.
  ///
  /// The associated type is public because the macro implements it. With this associated type, the compiler
  /// checks the features together with the conformance. The other code that the macro generates is checked
  /// later, and not in all builds.
  associatedtype _Features = Never

  /// The reducer that runs the current feature.
  static var body: CaseBody { get }

  /// Returns the current feature with its store, or nil if the given store's state is gone.
  static func scope(_ store: isolated Store<State, Action>) -> CaseScope?
}

extension CaseReducer {
  /// Evolves the state with the current feature's reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    Self.body.reduce(into: &state, action: action)
  }

  /// Returns the resolved form of ``body``.
  public func _resolve() -> _ResolvedReducer<State, Action> { Self.body._resolve() }
}

/// A feature of an enum with `@Reducer`.
///
/// The enum is public because code that the macro generates refers to it.
public enum _Feature<Feature: Reducer> {
  /// The type of `.init()` if the feature has no initializer without arguments.
  ///
  /// The type is public because public functions have parameters of this type.
  public struct NotMade {
    /// Creates a value.
    public init() {}
  }

  // The compiler chooses the first function if the feature has an initializer without arguments, and the
  // second function if the feature is an enum with `@Reducer`. Otherwise, the compiler reports the third
  // function.
  /// Returns the reducer of a case, created by an initializer without arguments.
  public static func reducer(_ feature: Feature) -> Feature { feature }

  /// Returns the reducer of a case that is another enum with `@Reducer`.
  public static func reducer(_: NotMade) -> Feature.CaseBody where Feature: CaseReducer { Feature.body }

  /// Makes the compiler report a feature that can't be created.
  @available(
    *,
    unavailable,
    message:
      "give the case a default value, as in 'case edit(Edit = Edit(id: 1))', or the feature an initializer without arguments"
  )
  public static func reducer(_: NotMade) -> Feature {
    preconditionFailure("\(Feature.self) has no initializer without arguments.")
  }
}

/// The state of a set of alternative features. See ``CaseReducer``.
public protocol CaseReducerState: _PromptOrCaseReducer where Action == StateReducer.Action {
  /// The type of the set's actions.
  associatedtype Action = StateReducer.Action
  /// The set of features to which the state belongs.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension CaseReducerState {
  /// The current feature's reducer.
  public static var _child: Reduce<Self, Action> { Reduce.erasing(StateReducer.body) }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The current feature with its store, for a `switch`; nil if this store's state is gone.
  ///
  /// From outside the store, read this property with `await`. The store in the case represents the feature
  /// that is present when the property is read; see ``Store/isAlive``.
  public var `case`: State.StateReducer.CaseScope? { State.StateReducer.scope(self) }
}
