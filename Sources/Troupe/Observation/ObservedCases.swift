/// Reads the payloads of a state's cases as members; see ``ObservedState``.
///
/// It is public because its extension declares these members. If an enum has a property with the name of a
/// case, both are members, and neither is a better match. The compiler prefers members of a type to members
/// in a protocol extension, so the property is read, as in the enum itself.
public protocol _ObservedCases<State> {
  /// The state.
  associatedtype State

  /// The observed state.
  var _observed: ObservedState<State> { get }
}

extension ObservedState: _ObservedCases {
  /// The state itself.
  @inlinable
  public var _observed: ObservedState<State> { self }
}

extension _ObservedCases where State: CasePathable {
  /// The payload of a case, observed individually; nil when the state is in another case.
  @inlinable
  public subscript<Child: ObservableState>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Child>>
  ) -> ObservedState<Child>? {
    _observed.observed(path) { State.allCasePaths[keyPath: path].extract(from: $0) }
  }

  /// The payload of a case as a whole; nil when the state is in another case. If payloads can't be compared,
  /// the payload counts as changed after each turn.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>
  ) -> Value? {
    _observed.value(path) { State.allCasePaths[keyPath: path].extract(from: $0) }
  }

  /// The payload of a case as a whole; nil when the state is in another case.
  @inlinable
  public subscript<Value: Comparable>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>
  ) -> Value? {
    let observed = _observed
    let value = State.allCasePaths[keyPath: path].extract(from: observed.state)
    if !observed.reads.recordsWhole(path) {
      observed.reads.record(path) { State.allCasePaths[keyPath: path].extract(from: $0) == value }
    }
    return value
  }

  /// Returns whether the state is in the case of a path.
  @inlinable
  public func `is`<Value>(_ path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>) -> Bool {
    // The path itself isn't recorded here, because it stands for the payload.
    let observed = _observed
    let isInCase = observed.state.is(path)
    observed.reads.record(nil) { $0.is(path) == isInCase }
    return isInCase
  }
}
