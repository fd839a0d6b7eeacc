public import Troupe

/// A view store whose state's cases are read as members on the main actor; see ``ViewStore``.
///
/// If a property has the same name as a case, the property is read instead of the case; see `_ObservedCases`
/// for the reason.
@MainActor
public protocol _ViewedCases<State> {
  /// The type of the state.
  associatedtype State

  /// The state, observed when it is read.
  var _observed: ObservedState<State> { get }
}

extension ViewStore: _ViewedCases {
  /// The state, observed when it is read.
  public var _observed: ObservedState<State> { reads.observed }
}

extension _ViewedCases where State: CasePathable {
  /// A case's payload, whose members are observed individually; nil if the state is in another case.
  public subscript<Child: ObservableState>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Child>>
  ) -> ObservedState<Child>? {
    _observed[dynamicMember: path]
  }

  /// A case's payload, observed as a whole; nil if the state is in another case. If payloads can't be
  /// compared, the payload counts as changed after each turn.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>
  ) -> Value? {
    _observed[dynamicMember: path]
  }

  /// A case's payload, observed as a whole; nil if the state is in another case.
  public subscript<Value: Comparable>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>
  ) -> Value? {
    _observed[dynamicMember: path]
  }

  /// Returns whether the state is in a path's case.
  public func `is`<Value>(_ path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>) -> Bool {
    _observed.is(path)
  }
}
