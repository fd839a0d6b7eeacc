public import Troupe

// These overloads are the same as the overloads in `ObservedState`, where they are explained.
extension ViewStore {
  /// A copy of the state.
  ///
  /// The state is tracked as a whole: it counts as changed if it isn't equal to the value that was read, or,
  /// if states can't be compared, after each turn.
  public var state: State { reads.observed[\.self] }

  // MARK: Children

  /// A member that is an observable state, whose members are tracked individually.
  public subscript<Child: ObservableState>(
    dynamicMember member: KeyPath<State, Child>
  ) -> ObservedState<Child> {
    reads.observed[dynamicMember: member]
  }

  /// An optional member that is an observable state, whose members are tracked individually.
  public subscript<Child: ObservableState>(
    dynamicMember member: KeyPath<State, Child?>
  ) -> ObservedState<Child>? {
    reads.observed[dynamicMember: member]
  }

  /// A member that is a collection of observable elements.
  public subscript<ID: Hashable, Element: ObservableState>(
    dynamicMember member: KeyPath<State, IdentifiedArray<ID, Element>>
  ) -> ObservedElements<ID, Element> {
    reads.observed[dynamicMember: member]
  }

  /// A member that is a stack of observable elements.
  public subscript<Element: ObservableState>(
    dynamicMember member: KeyPath<State, StackState<Element>>
  ) -> ObservedElements<StackElementID, Element> {
    reads.observed[dynamicMember: member]
  }

  // MARK: Values

  /// A member that is tracked as a whole. If its values can't be compared, it counts as changed after each
  /// turn.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember member: KeyPath<State, Value>) -> Value {
    reads.observed[member]
  }

  /// A member that is tracked as a whole.
  public subscript<Value: Comparable>(dynamicMember member: KeyPath<State, Value>) -> Value {
    reads.observed[member]
  }

  /// A member that is tracked as a whole.
  public subscript<Value: Comparable>(dynamicMember member: KeyPath<State, Value?>) -> Value? {
    reads.observed[member]
  }

  /// A member that is tracked as a whole.
  public subscript<Value: Equatable & RawRepresentable>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    reads.observed[member]
  }

  /// A member that is tracked as a whole.
  public subscript<Value: Comparable & RawRepresentable>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    reads.observed[member]
  }

  /// A member that is tracked as a whole.
  public subscript(dynamicMember member: KeyPath<State, Bool>) -> Bool {
    reads.observed[member]
  }

  /// A member that is tracked as a whole.
  public subscript<Element: Equatable>(dynamicMember member: KeyPath<State, [Element]>) -> [Element] {
    reads.observed[member]
  }

  /// The value at a key path, tracked as a whole: `viewStore[\.lines.count]`.
  public subscript<Value: Equatable>(_ path: KeyPath<State, Value>) -> Value {
    reads.observed[path]
  }

  /// The value at a key path, tracked as a whole. If its values can't be compared, it counts as changed after
  /// each turn.
  public subscript<Value>(_ path: KeyPath<State, Value>) -> Value {
    reads.observed[path]
  }
}
