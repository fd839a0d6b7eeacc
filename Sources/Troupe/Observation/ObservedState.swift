/// A state that a closure of ``Store/observe(_:)`` reads. The observed state records the closure's reads.
///
/// Members of an observed state are read like members of the state itself:
///
/// - A member is read as an observed state if it is an ``ObservableState``, or an optional, an
///   ``IdentifiedArray`` or a ``StackState`` of observable states. Reading `state.child.count` records the
///   value of `count` and the identity of the child.
/// - The payload of an enum's case is read as `state.child`, like an optional member. If the enum has a
///   property with the same name, that property is read instead. `is(_:)` returns whether the state is in a
///   case.
/// - Any other member, stored or computed, is recorded as a whole. The member has changed if it isn't equal
///   to the value that was read. A member that isn't `Equatable` counts as changed after each turn that
///   reduces an action.
/// - A child is recorded as a whole if it is read as a whole, as in `let draft: Draft.State = state.draft`.
///   An element can also be recorded as a whole if the closure of a `map` or `filter` reads members of the
///   element that are neither `Comparable` nor raw values or arrays.
///
/// A value that is recorded as a whole is kept until it has changed. If the value is a large collection, the
/// first change copies the collection. To avoid the copy, read only the part that you need, as in
/// `state[\.lines.count]`, or read a computed property for that part.
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

  // For a member that is an observable state, the compiler must choose the observing overload, even inside an
  // expression. Therefore, the overload for any member is disfavored. However, the compiler scores each
  // member access separately. If a child's member uses the disfavored overload, the compiler could equally
  // read the child as a whole, and then the child's member. Therefore, the other overloads aren't disfavored.
  // These overloads are for kinds of types to which states and collections of states rarely belong:
  // comparable types, types with a raw value, and so on.

  /// A member, observed as a whole. If the member's type isn't `Equatable`, the member counts as changed
  /// after each turn.
  @_disfavoredOverload
  @inlinable
  public subscript<Value>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    self[member]
  }

  /// A comparable member, observed as a whole.
  @inlinable
  public subscript<Value: Comparable>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    self[member]
  }

  /// An optional comparable member, observed as a whole.
  @inlinable
  public subscript<Value: Comparable>(
    dynamicMember member: KeyPath<State, Value?>
  ) -> Value? {
    self[member]
  }

  /// An equatable member with a raw value, observed as a whole.
  @inlinable
  public subscript<Value: Equatable & RawRepresentable>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    self[member]
  }

  /// A comparable member with a raw value, observed as a whole.
  @inlinable
  public subscript<Value: Comparable & RawRepresentable>(
    dynamicMember member: KeyPath<State, Value>
  ) -> Value {
    self[member]
  }

  /// A Boolean member, observed as a whole.
  @inlinable
  public subscript(
    dynamicMember member: KeyPath<State, Bool>
  ) -> Bool {
    self[member]
  }

  /// A member that is an array of equatable elements, observed as a whole.
  @inlinable
  public subscript<Element: Equatable>(
    dynamicMember member: KeyPath<State, [Element]>
  ) -> [Element] {
    self[member]
  }

  /// The value at a key path, observed as a whole, as in `state[\.lines.count]`. The key path `\.self` reads
  /// the whole state.
  @inlinable
  public subscript<Value: Equatable>(_ path: KeyPath<State, Value>) -> Value {
    let value = state[keyPath: path]
    if !reads.recordsWhole(path) { reads.record(path) { $0[keyPath: path] == value } }
    return value
  }

  /// The value at a key path, observed as a whole. If the value's type isn't `Equatable`, the value counts as
  /// changed after each turn.
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

/// Returns a closure that compares two values with the `==` of their type. If the type isn't `Equatable`,
/// values always count as different.
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
