/// How an operator accesses the states of the children that it embeds.
struct ChildAccess<Parent, Key: Hashable, Child> {
  /// Changes a child in place, and returns whether it is there. The number distinguishes presentations.
  let modify: (inout Parent, Key, (inout Child, _ generation: UInt64) -> Void) -> Bool

  /// Removes a child from the parent's state.
  var remove: ((inout Parent, Key) -> Void)?

  /// Returns the children that may have changed or gone, and those that were added if they are asked for; nil
  /// if only looking at them can tell.
  var changes: ((inout Parent, ChangeToken, _ withAdditions: Bool) -> Changes<Key>)?

  /// Starts tracking which children change, come or go.
  var watch: ((inout Parent) -> ChangeToken)?

  /// Returns the keys of all children; nil if there is never more than one.
  var keys: ((inout Parent) -> [Key])?
}

/// The key of a child that is the only one of its operator.
struct OnlyChild: Hashable {}

extension ChildAccess where Key == OnlyChild {
  /// A part of the state that is always there.
  static func part(_ path: any WritableKeyPath<Parent, Child> & Sendable) -> ChildAccess {
    let member = MemberAccess(path)
    return ChildAccess { parent, _, body in
      member.modify(&parent) { body(&$0, 0) }
      return true
    }
  }

  /// The payload of a case of the state.
  static func payload(_ path: AnyCasePath<Parent, Child>) -> ChildAccess {
    ChildAccess { parent, _, body in path.change(&parent) { body(&$0, 0) } }
  }
}

/// How children are accessed in their container in the parent's state.
///
/// - Note: `@unchecked Sendable`: only this module makes its functions, which capture nothing but types. The
///   compiler warns about captured types in generic code.
struct ContainerAccess<Container, Key: Hashable, Child>: @unchecked Sendable {
  /// Changes a child in place, and returns whether it is there. For an optional, an array or a dictionary,
  /// the inlinable functions of ``_ChildBuilder`` make this function where the types are known, and, for an
  /// array, `changes` and `watch`. Code that is generic over the types would look up the metadata of the
  /// container's parts each time.
  let modify: (inout Container, Key, (inout Child, _ generation: UInt64) -> Void) -> Bool

  /// Removes a child.
  let remove: (inout Container, Key) -> Void

  /// Returns the children that may have changed or gone, and those that were added if they are asked for; nil
  /// if only looking at them can tell.
  var changes: ((inout Container, ChangeToken, _ withAdditions: Bool) -> Changes<Key>)?

  /// Starts tracking which children change, come or go.
  var watch: ((inout Container) -> ChangeToken)?

  /// Returns the keys of all children; nil if there is never more than one.
  var keys: ((inout Container) -> [Key])?
}

extension ChildAccess {
  /// Children in a member of the parent's state.
  init<Container>(
    _ path: any WritableKeyPath<Parent, Container> & Sendable,
    _ children: ContainerAccess<Container, Key, Child>
  ) {
    let member = MemberAccess(path)
    self.init(
      modify: { parent, key, body in member.modify(&parent) { children.modify(&$0, key, body) } },
      remove: { parent, key in member.modify(&parent) { children.remove(&$0, key) } },
      changes: children.changes.map { changes in
        { parent, token, withAdditions in member.modify(&parent) { changes(&$0, token, withAdditions) } }
      },
      watch: children.watch.map { watch in
        { parent in member.modify(&parent) { watch(&$0) } }
      },
      keys: children.keys.map { keys in
        { parent in member.modify(&parent) { keys(&$0) } }
      }
    )
  }
}
