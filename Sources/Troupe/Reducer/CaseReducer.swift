/// A choice of features, of which one is there at a time. The macro `@Reducer` makes it of an enum.
///
/// ``body`` is its reducer: `.ifLet(\.$destination, action: \.destination) { Destination.body }`.
public protocol CaseReducer {
  /// The state of the feature that is there.
  associatedtype State: CaseReducerState where State.StateReducer == Self
  /// The actions of all the features.
  associatedtype Action: Sendable
  /// The type of the composed reducer.
  associatedtype Body: Reducer<State, Action>
  /// A store for each of the features.
  associatedtype CaseScope: Sendable

  /// The reducer that runs the feature that is there.
  static var body: Body { get }

  /// The store of the feature that is there; nil when the state of the given store has gone.
  static func scope(_ store: isolated Store<State, Action>) -> CaseScope?
}

/// The state of a choice of features.
public protocol CaseReducerState {
  /// The choice of features that it is the state of.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The feature that is there, with its store: to switch over. Nil when the state of this store has gone.
  ///
  /// From outside of the store it is read with `await`, and resumes with the case of that moment. The store in it stands
  /// for the feature that is there now; see ``Store/isAlive``.
  public var `case`: State.StateReducer.CaseScope? { State.StateReducer.scope(self) }
}
