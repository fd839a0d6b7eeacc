/// Provides the payloads of a state's cases as members; see ``ObservedState``.
///
/// The protocol is public because its extension declares these members. If an enum has a property with the
/// same name as a case, the property and the case match equally well. The compiler prefers members of a type
/// to members of a protocol extension, so the property is read, as in the enum itself.
public protocol _ObservedCases<State> {
  /// The type of the state.
  associatedtype State

  /// The observed state.
  var _observed: ObservedState<State> { get }
}

extension ObservedState: _ObservedCases {
  /// The observed state itself.
  @inlinable
  public var _observed: ObservedState<State> { self }
}

extension _ObservedCases where State: CasePathable {
  /// The payload of a case, whose members are observed individually; nil if the state is in another case.
  @inlinable
  public subscript<Child: ObservableState>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Child>>
  ) -> ObservedState<Child>? {
    _observed.observed(path) { State.allCasePaths[keyPath: path].extract(from: $0) }
  }

  /// The payload of a case, observed as a whole; nil if the state is in another case. If the payload's type
  /// isn't `Equatable`, the payload counts as changed after each turn.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>
  ) -> Value? {
    _observed.value(path) { State.allCasePaths[keyPath: path].extract(from: $0) }
  }

  /// The payload of a case, observed as a whole; nil if the state is in another case.
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

  /// Returns whether the state is in the case at a path.
  @inlinable
  public func `is`<Value>(_ path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>) -> Bool {
    // The path itself isn't recorded here, because a recorded path refers to the payload.
    let observed = _observed
    let isInCase = observed.state.is(path)
    observed.reads.record(nil) { $0.is(path) == isInCase }
    return isInCase
  }
}
