/// A feature, which evolves a state with actions and returns effects.
///
/// Write a reducer in one of two ways: with a `body` that composes other reducers, or with
/// ``reduce(into:action:)``. Don't implement both.
///
/// ```swift
/// @Reducer
/// struct Counter {
///   struct State { var count = 0 }
///   enum Action { case incremented }
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       switch action {
///       case .incremented:
///         state.count += 1
///         return .none
///       }
///     }
///   }
/// }
/// ```
///
/// A store evaluates `body` once, when the store is created. At that time, the store also evaluates the
/// children's bodies to find out whether the children declare effects. The store evaluates a child's body
/// again at the child's first action, once for each operator that embeds the child. A reducer and its body
/// must therefore not hold mutable state.
public protocol Reducer<State, Action>: Sendable {
  /// The state of the feature.
  associatedtype State
  /// The feature's actions, which are the events that the feature handles.
  associatedtype Action: Sendable
  /// The type of the composed reducer, or `Never` for a reducer that implements ``reduce(into:action:)``.
  associatedtype Body

  /// Evolves the state with an action.
  ///
  /// The method runs during a store's turn, on the store's executor, and must not block.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - action: The action to handle.
  /// - Returns: The effect to run.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that compose the feature. The reducers run from top to bottom on the same state.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// Returns the reducer in the form in which a store runs it.
  ///
  /// The method is public because it is a requirement of a public protocol. Only this package's operators
  /// implement the method.
  func _resolve() -> _ResolvedReducer<State, Action>
}

// If an import such as `TroupeClassic` hides `Reducer`, the compiler doesn't find `Troupe::Reducer`.
/// The `Reducer` protocol under a name that no other module uses.
///
/// The alias is public because code that the macro generates refers to it.
public typealias _ReducerProtocol = Reducer

/// A reducer with another reducer's state and actions, as in `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// A reducer in the form in which a store runs it. A store resolves its reducer once, when the store is
/// created.
///
/// The type is public because a requirement of ``Reducer`` returns it.
public struct _ResolvedReducer<State, Action: Sendable> {
  /// A function that reduces an action.
  package typealias Reduction = (inout State, Action) -> Effect<Action>

  private enum Source {
    case reduction(Reduction)
    case maker(() -> Reduction)
  }

  private let source: Source
  /// The reducer's subscriptions, which declare effects or embed children.
  package let subscriptions: [AnySubscription]

  private init(_ source: Source, _ subscriptions: [AnySubscription]) {
    self.source = source
    self.subscriptions = subscriptions
  }

  /// Creates a resolved reducer without children and without declared effects.
  package init(reduction: @escaping Reduction) {
    self.init(.reduction(reduction), [])
  }

  /// Creates a resolved reducer.
  ///
  /// - Parameters:
  ///   - subscriptions: The reducer's subscriptions.
  ///   - makeReduction: Creates the function that reduces actions, before the first action.
  package init(subscriptions: [AnySubscription], makeReduction: @escaping () -> Reduction) {
    self.init(.maker(makeReduction), subscriptions)
  }

  /// Returns this reducer with other subscriptions.
  package func with(subscriptions: [AnySubscription]) -> _ResolvedReducer {
    _ResolvedReducer(source, subscriptions)
  }

  /// Creates the function that reduces actions, and with it the operators of the children. Call this method
  /// once for each resolved reducer, before the first action.
  package func makeReduction() -> Reduction {
    switch source {
    case .reduction(let reduction): reduction
    case .maker(let make): make()
    }
  }

  /// Creates the function that reduces actions, and releases everything that only creating it needs.
  mutating func takeReduction() -> Reduction {
    let reduction = makeReduction()
    self = _ResolvedReducer(.reduction(reduction), subscriptions)
    return reduction
  }
}

extension Reducer {
  /// Returns `reduce(into:action:)` unchanged.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    _ResolvedReducer { reduce(into: &$0, action: $1) }
  }
}

extension Reducer where Body == Never {
  /// Stops the program, because a reducer with `reduce(into:action:)` has no body.
  public var body: Body {
    preconditionFailure("\(Self.self) implements `reduce(into:action:)`, so it has no `body`.")
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Evolves the state with the reducers of the body.
  ///
  /// Each call evaluates the body. A store doesn't call this method.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  /// Returns the resolved body.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    FeatureNesting.checkRoom(for: Self.self)
    return body._resolve()
  }
}

/// The type of ``Send`` in a reducer's effects: `SendOf<Search>` is `Send<Search.Action>`.
public typealias SendOf<R: Reducer> = Send<R.Action>

/// The type of a reducer's effects, derived from the reducer's type: `EffectOf<Search>` is
/// `Effect<Search.Action>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>
