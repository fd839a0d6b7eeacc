/// A state in a closure of ``Store/observe(_:)``. It records the closure's reads.
///
/// Its members are read like the state's members:
///
/// - A member that is an ``ObservableState``, or an optional, an ``IdentifiedArray`` or a ``StackState`` of
///   one, is itself an observed state. Reading `state.child.count` records the `count`, and that it belongs
///   to this child.
/// - The payload of an enum's case is read as `state.child`, like an optional member. If the enum has a
///   property with the same name, the property is read. `is(_:)` returns whether the state is in a case.
/// - Any other member, stored or computed, is recorded as a whole. It has changed if it isn't equal to the
///   value that was read. A member that isn't `Equatable` counts as changed after each turn that reduces an
///   action.
/// - A child is recorded as a whole if it is read as a whole: `let draft: Draft.State = state.draft`. The
///   same can happen to elements whose members are read in the closure of a `map` or `filter`, if these
///   members are neither `Comparable` nor raw values or arrays.
///
/// A value that is recorded as a whole is kept until it has changed. If it is a large collection, its first
/// change copies it. Read only the part that you need, as in `state[\.lines.count]`, or use a computed
/// property for it.
@dynamicMemberLookup
public struct ObservedState<State> {
  @usableFromInline
  let state: State
  @usableFromInline
  let reads: Reads<State>

  @usableFromInline
  init(state: State, reads: Reads<State>) {
    self.state = state
    self.reads = reads
  }

  // The documentation of `Reads` explains why members are `@inlinable`.

  // MARK: Children

  /// A member that is an observable state.
  @inlinable
  public subscript<Child: ObservableState>(
    dynamicMember member: KeyPath<State, Child>
  ) -> ObservedState<Child> {
    let child = state[keyPath: member]
    if let known = reads.inner(of: member, as: Reads<Child>.self) {
      return ObservedState<Child>(state: child, reads: known)
    }
    let inner = reads.nested(Child.self)
    let identity = child._$id.number
    reads.record(member, inner: inner) { state in
      let child = state[keyPath: member]
      return child._$id.number == identity && inner.isUnchanged(in: child)
    }
    return ObservedState<Child>(state: child, reads: inner)
  }

  /// An optional member that is an observable state.
  @inlinable
  public subscript<Child: ObservableState>(
    dynamicMember member: KeyPath<State, Child?>
  ) -> ObservedState<Child>? {
    observed(member) { $0[keyPath: member] }
  }

  /// A member that is a collection of observable elements.
  public subscript<ID: Hashable, Element: ObservableState>(
    dynamicMember member: KeyPath<State, IdentifiedArray<ID, Element>>
  ) -> ObservedElements<ID, Element> {
    let elements = state[keyPath: member]
    return ObservedElements(elements, reads(of: member))
  }

  /// A member that is a stack of observable elements.
  public subscript<Element: ObservableState>(
    dynamicMember member: KeyPath<State, StackState<Element>>
  ) -> ObservedElements<StackElementID, Element> {
    let elements = state[keyPath: member]
    return ObservedElements(elements, reads(of: member))
  }

  private func reads<Elements: ElementCollection>(
    of member: KeyPath<State, Elements>
  ) -> ElementReads<Elements.ID, Elements.Element> where Elements.Element: ObservableState {
    if let known = reads.inner(of: member, as: ElementReads<Elements.ID, Elements.Element>.self) {
      return known
    }
    let inner = ElementReads<Elements.ID, Elements.Element>(tracking: reads.tracking)
    reads.record(member, inner: inner) { inner.isUnchanged(in: $0[keyPath: member]) }
    return inner
  }

  @inlinable
  func observed<Child: ObservableState>(
    _ member: AnyKeyPath,
    _ get: @escaping (State) -> Child?
  ) -> ObservedState<Child>? {
    guard let child = get(state) else {
      if !reads.recordsWhole(member) { reads.record(member, isMissing: true) { get($0) == nil } }
      return nil
    }
    if let known = reads.inner(of: member, as: Reads<Child>.self) {
      return ObservedState<Child>(state: child, reads: known)
    }
    let inner = reads.nested(Child.self)
    let identity = child._$id.number
    reads.record(member, inner: inner) { state in
      guard let child = get(state) else { return false }
      return child._$id.number == identity && inner.isUnchanged(in: child)
    }
    return ObservedState<Child>(state: child, reads: inner)
  }

  // MARK: Values

  // For a member that is observable itself, the compiler must choose the observing overload, even inside an
  // expression. So the overload for any member is disfavored. But the compiler scores each member access
  // separately: if a child's member uses the disfavored overload, the compiler could equally read the child
  // as a whole, and then its member. So the other overloads aren't disfavored. They are for types that states
  // and collections of states rarely have: comparable types, types with a raw value, and so on.
  // and collections of states hardly have: comparable types, types with a raw value, and so on.

  /// A member as a whole. If its values can't be compared, it counts as changed after each turn.
  @_disfavoredOverload
  @inlinable
  public subscript<Value>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    self[member]
  }

  /// A member as a whole.
  @inlinable
  public subscript<Value: Comparable>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    self[member]
  }

  /// A member as a whole.
  @inlinable
  public subscript<Value: Comparable>(
    dynamicMember member: KeyPath<State, Value?>
  ) -> Value? {
    self[member]
  }

  /// A member as a whole.
  @inlinable
  public subscript<Value: Equatable & RawRepresentable>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    self[member]
  }

  /// A member as a whole.
  @inlinable
  public subscript<Value: Comparable & RawRepresentable>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    self[member]
  }

  /// A member as a whole.
  @inlinable
  public subscript(
    dynamicMember member: KeyPath<State, Bool>
  ) -> Bool {
    self[member]
  }

  /// A member as a whole.
  @inlinable
  public subscript<Element: Equatable>(
    dynamicMember member: KeyPath<State, [Element]>
  ) -> [Element] {
    self[member]
  }

  /// The value at a key path, as a whole: `state[\.lines.count]`. The whole state is `state[\.self]`.
  @inlinable
  public subscript<Value: Equatable>(_ path: KeyPath<State, Value>) -> Value {
    let value = state[keyPath: path]
    if !reads.recordsWhole(path) { reads.record(path) { $0[keyPath: path] == value } }
    return value
  }

  /// The value at a key path, as a whole. If its values can't be compared, it counts as changed after each
  /// turn.
  public subscript<Value>(_ path: KeyPath<State, Value>) -> Value {
    value(path) { $0[keyPath: path] }
  }

  func value<Value>(_ member: AnyKeyPath, _ get: @escaping (State) -> Value) -> Value {
    let value = get(state)
    if !reads.recordsWhole(member) {
      let isSame = equality(of: Value.self)
      reads.record(member) { isSame(get($0), value) }
    }
    return value
  }
}

@available(*, unavailable)
extension ObservedState: Sendable {}

/// Compares values with the `==` of their type. Without one, values always count as different.
private func equality<Value>(of type: Value.Type) -> (Value, Value) -> Bool {
  func equality<Comparable: Equatable>(as type: Comparable.Type) -> (Value, Value) -> Bool {
    { old, new in
      guard let old = old as? Comparable, let new = new as? Comparable else { return false }
      return old == new
    }
  }
  guard let type = type as? any Equatable.Type else { return { _, _ in false } }
  return equality(as: type)
}
