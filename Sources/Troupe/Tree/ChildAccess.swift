/// An operator's access to the states of the children that it embeds.
struct ChildAccess<Parent, Key: Hashable, Child> {
  /// Changes a child in place. Returns whether the child exists. The generation distinguishes presentations.
  let modify: (inout Parent, Key, (inout Child, _ generation: UInt64) -> Void) -> Bool

  /// Removes a child from the parent's state.
  var remove: ((inout Parent, Key) -> Void)?

  /// Begins to read the log of changes; nil if every child must be checked. See
  /// ``ChangeTracking/beginReading(since:withAdditions:length:into:)``.
  var beginReading: BeginReading<Parent, Key>?

  /// Ends reading the log of changes, and returns the token for the next read.
  var endReading: EndReading<Parent, Key>?

  /// Returns the keys of all children; nil if there is at most one child.
  var keys: ((inout Parent) -> [Key])?
}

/// A function that begins to read a container's log of changes.
@usableFromInline
typealias BeginReading<Container, Key: Hashable> = (
  inout Container, ChangeToken?, _ withAdditions: Bool, _ length: inout Int, _ ids: inout [Key]
) -> Changes

/// A function that ends reading a container's log of changes.
@usableFromInline
typealias EndReading<Container, Key: Hashable> = (
  inout Container, _ length: Int, _ ids: inout [Key]
) -> ChangeToken

/// The key of an operator's only child.
struct OnlyChild: Hashable {}

extension ChildAccess where Key == OnlyChild {
  /// Returns access to a part of the state that always exists.
  static func part(_ path: any WritableKeyPath<Parent, Child> & Sendable) -> ChildAccess {
    let member = MemberAccess(path)
    return ChildAccess { parent, _, body in
      member.modify(&parent) { body(&$0, 0) }
      return true
    }
  }

  /// Returns access to the payload of a case of the state.
  static func payload(_ path: AnyCasePath<Parent, Child>) -> ChildAccess {
    ChildAccess { parent, _, body in path.change(&parent) { body(&$0, 0) } }
  }
}

/// Access to children in their container in the parent's state.
///
/// - Note: `@unchecked Sendable`: only this module creates its functions, which capture nothing but types.
///   The compiler warns about captured types in generic code.
struct ContainerAccess<Container, Key: Hashable, Child>: @unchecked Sendable {
  /// Changes a child in place. Returns whether the child exists. For an optional, an array or a dictionary,
  /// inlinable functions of ``_ChildBuilder`` create this function where the types are known. For an array,
  /// these functions also create `beginReading` and `endReading`. Generic code would look up the metadata of
  /// the container's parts in each call.
  let modify: (inout Container, Key, (inout Child, _ generation: UInt64) -> Void) -> Bool

  /// Removes a child.
  let remove: (inout Container, Key) -> Void

  /// Begins to read the log of changes; nil if every child must be checked. See
  /// ``ChangeTracking/beginReading(since:withAdditions:length:into:)``.
  var beginReading: BeginReading<Container, Key>?

  /// Ends reading the log of changes, and returns the token for the next read.
  var endReading: EndReading<Container, Key>?

  /// Returns the keys of all children; nil if there is at most one child.
  var keys: ((inout Container) -> [Key])?
}

extension ChildAccess {
  /// Creates access to children in a member of the parent's state.
  init<Container>(
    _ path: any WritableKeyPath<Parent, Container> & Sendable,
    _ children: ContainerAccess<Container, Key, Child>
  ) {
    let member = MemberAccess(path)
    self.init(
      modify: { parent, key, body in member.modify(&parent) { children.modify(&$0, key, body) } },
      remove: { parent, key in member.modify(&parent) { children.remove(&$0, key) } },
      beginReading: children.beginReading.map { begin in
        { parent, token, withAdditions, length, ids in
          member.modify(&parent) { begin(&$0, token, withAdditions, &length, &ids) }
        }
      },
      endReading: children.endReading.map { end in
        { parent, length, ids in member.modify(&parent) { end(&$0, length, &ids) } }
      },
      keys: children.keys.map { keys in
        { parent in member.modify(&parent) { keys(&$0) } }
      }
    )
  }
}
