/// A feature: how its state evolves with actions, and which effects they have.
///
/// A reducer is written in one of two ways: with a `body` that composes other reducers, or with
/// ``reduce(into:action:)``. It has either the one or the other.
///
/// ```swift
/// struct Counter: Reducer {
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
/// A store evaluates `body` once, when it is made, and that of a child when the child's first action comes, once for each
/// operator that embeds it. So a reducer and its body hold no state that changes.
public protocol Reducer<State, Action>: Sendable {
  /// What the feature knows.
  associatedtype State
  /// What can happen to the feature.
  associatedtype Action: Sendable
  /// The type of the composed reducer; `Never` for a reducer with its own ``reduce(into:action:)``.
  associatedtype Body

  /// Evolves the state with an action.
  ///
  /// It runs inside of a turn of a store, on the store's executor, and must not block.
  ///
  /// - Parameters:
  ///   - state: The state to change in place.
  ///   - action: What happened.
  /// - Returns: The work to start.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// The reducers that the feature is composed of, run from top to bottom on the same state.
  @ReducerBuilder<State, Action>
  var body: Body { get }

  /// The reducer in the form in which a store runs it. For the operators of this package only.
  func _resolve() -> _ResolvedReducer<State, Action>
}

// The compiler doesn't find `Troupe::Reducer` where an import hides it, as `TroupeClassic` does.
/// The protocol under a name that no other module has, for what the macro writes.
public typealias _ReducerProtocol = Reducer

/// A reducer with the same state and action as another, as in `var body: some ReducerOf<Self>`.
public typealias ReducerOf<R: Reducer> = Reducer<R.State, R.Action>

/// A reducer as a store runs it: resolved once, when the store is made.
public struct _ResolvedReducer<State, Action: Sendable> {
  package let reduce: (inout State, Action) -> Effect<Action>

  package init(reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
  }
}

extension Reducer {
  /// A reducer with its own `reduce(into:action:)` runs as it is.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    _ResolvedReducer { reduce(into: &$0, action: $1) }
  }
}

extension Reducer where Body == Never {
  /// There is no body where `reduce(into:action:)` is written instead.
  public var body: Body {
    preconditionFailure("\(Self.self) has a `reduce(into:action:)` and no body.")
  }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Evolves the state with the reducers of the body.
  ///
  /// It evaluates the body at each call; a store doesn't use it.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body.reduce(into: &state, action: action)
  }

  /// The body's resolved form.
  public func _resolve() -> _ResolvedReducer<State, Action> {
    body._resolve()
  }
}
