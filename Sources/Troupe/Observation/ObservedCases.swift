/// What reads the payloads of a state's cases as members: ``ObservedState``.
///
/// It is public because these members are in an extension of it. An enum may have a property with the name of
/// a case. Both are members then, and neither is the better match. The compiler prefers the members of a type
/// to the ones in an extension of a protocol, so that the property is read, as of the enum itself.
public protocol _ObservedCases<State> {
  /// The state.
  associatedtype State

  /// The state as it is observed.
  var _observed: ObservedState<State> { get }
}

extension ObservedState: _ObservedCases {
  /// The state itself.
  @inlinable
  public var _observed: ObservedState<State> { self }
}

extension _ObservedCases where State: CasePathable {
  /// The payload of a case that is observable itself; nil when the state is in another case.
  @inlinable
  public subscript<Child: ObservableState>(
    dynamicMember path: KeyPath<State.AllCasePaths, AnyCasePath<State, Child>>
  ) -> ObservedState<Child>? {
    _observed.observed(path) { State.allCasePaths[keyPath: path].extract(from: $0) }
  }

  /// The payload of a case as a whole; nil when the state is in another case. If payloads can't be compared,
  /// it counts as changed after each turn.
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
    if !observed.reads.notesWhole(path) {
      observed.reads.note(path) { State.allCasePaths[keyPath: path].extract(from: $0) == value }
    }
    return value
  }

  /// Whether the state is in the case of a path.
  @inlinable
  public func `is`<Value>(_ path: KeyPath<State.AllCasePaths, AnyCasePath<State, Value>>) -> Bool {
    // The path isn't recorded for it, because the path stands for the payload.
    let observed = _observed
    let isInCase = observed.state.is(path)
    observed.reads.note(nil) { $0.is(path) == isInCase }
    return isInCase
  }
}
