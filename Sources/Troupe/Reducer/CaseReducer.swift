/// A set of alternative features, one of which is present at a time. The macro `@Reducer` generates it from
/// an enum.
///
/// It is a ``Reducer``, so `StoreOf<Path>` and `StackActionOf<Path>` name its store and its actions. If its
/// state is in a property, `ifLet` embeds it without a closure. `forEach` does the same for a stack or an
/// identified array of its states. As a store's reducer, use ``body``.
public protocol CaseReducer: Reducer
where State: CaseReducerState, State.StateReducer == Self, Body == Never {
  /// The type of the composed reducer.
  associatedtype CaseBody: Reducer<State, Action>
  /// An enum with a store for each feature.
  associatedtype CaseScope: Sendable
  /// The features, each as a ``_Feature``.
  ///
  /// It is public as a requirement that the macro implements. With it, the compiler checks the features
  /// together with the conformance: the code that the macro generates is checked later, and not in all
  /// builds.
  associatedtype _Features = Never

  /// The reducer that runs the current feature.
  static var body: CaseBody { get }

  /// Returns the current feature's store, or nil if the given store's state is gone.
  static func scope(_ store: isolated Store<State, Action>) -> CaseScope?
}

extension CaseReducer {
  /// Evolves the state with the current feature's reducer.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    Self.body.reduce(into: &state, action: action)
  }

  /// The resolved form of ``body``.
  public func _resolve() -> _ResolvedReducer<State, Action> { Self.body._resolve() }
}

/// A feature of an enum with `@Reducer`.
///
/// It is public because code that the macro generates names it.
public enum _Feature<Feature: Reducer> {
  /// The value of `.init()` if the feature has no initializer without arguments.
  ///
  /// It is public as a parameter of public functions.
  public struct NotMade {
    /// Creates the value.
    public init() {}
  }

  // The compiler chooses the first function if the feature has an initializer without arguments, the second
  // if it is an enum with `@Reducer`, and otherwise reports the third.
  /// Returns the reducer of a case, made by an initializer without arguments.
  public static func reducer(_ feature: Feature) -> Feature { feature }

  /// Returns the reducer of a case that is another enum with `@Reducer`.
  public static func reducer(_: NotMade) -> Feature.CaseBody where Feature: CaseReducer { Feature.body }

  /// Makes the compiler report a feature that can't be created.
  @available(
    *,
    unavailable,
    message: "give a default value, or an initializer without arguments: case edit(Edit = Edit(id: 1))"
  )
  public static func reducer(_: NotMade) -> Feature {
    preconditionFailure("\(Feature.self) has no initializer without arguments.")
  }
}

/// The state of a set of alternative features; see ``CaseReducer``.
public protocol CaseReducerState: _PromptOrCaseReducer where Action == StateReducer.Action {
  /// The actions of the set of features.
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
  /// From outside the store, read it with `await`. The store in the case represents the feature that is
  /// present at the time of the call; see ``Store/isAlive``.
  public var `case`: State.StateReducer.CaseScope? { State.StateReducer.scope(self) }
}
