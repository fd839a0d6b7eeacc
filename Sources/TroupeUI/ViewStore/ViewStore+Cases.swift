public import Troupe

/// Reads the payloads of a state's cases as members on the main actor; see ``ViewStore``.
///
/// A property with the name of a case is read instead of the case; `_ObservedCases` explains why.
@MainActor
public protocol _ViewedCases<State> {
  /// The state.
  associatedtype State

  /// The observed state.
  var _observed: ObservedState<State> { get }
}

extension ViewStore: _ViewedCases {
  /// The observed state.
  public var _observed: ObservedState<State> { reads.observed }
}

extension _ViewedCases where State: CasePathable {
  /// The payload of a case, observed individually; nil if the state is in another case.
  public subscript<Child: ObservableState>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Child>>
  ) -> ObservedState<Child>? {
    _observed[dynamicMember: path]
  }

  /// The payload of a case as a whole; nil if the state is in another case. If payloads can't be compared,
  /// the payload counts as changed after each turn.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>
  ) -> Value? {
    _observed[dynamicMember: path]
  }

  /// The payload of a case as a whole; nil if the state is in another case.
  public subscript<Value: Comparable>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>
  ) -> Value? {
    _observed[dynamicMember: path]
  }

  /// Returns whether the state is in the case of a path.
  public func `is`<Value>(_ path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>) -> Bool {
    _observed.is(path)
  }
}
