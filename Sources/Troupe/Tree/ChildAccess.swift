/// How an operator gets at the states of the children that it embeds.
struct ChildAccess<Parent, Key: Hashable, Child> {
  /// Changes a child in place, and tells whether it is there. The number tells presentations apart.
  let modify: (inout Parent, Key, (inout Child, _ generation: UInt64) -> Void) -> Bool

  /// Takes a child out of the parent's state.
  var remove: ((inout Parent, Key) -> Void)?

  /// Which children may have changed or gone; nil where that isn't known but by looking at them.
  var changes: ((inout Parent, ChangeToken) -> Changes<Key>)?

  /// Takes note from now on of which children change or go.
  var watch: ((inout Parent, ChangeToken?) -> ChangeToken)?
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

  /// An optional part of the state.
  static func optional(_ path: any WritableKeyPath<Parent, Child?> & Sendable) -> ChildAccess {
    let member = MemberAccess(path)
    return ChildAccess(
      modify: { parent, _, body in
        member.modify(&parent) { child in child.change { body(&$0, 0) } }
      },
      remove: { parent, _ in parent[keyPath: path] = nil }
    )
  }

  /// The payload of a case of the state.
  static func payload(_ path: AnyCasePath<Parent, Child>) -> ChildAccess {
    ChildAccess { parent, _, body in path.change(&parent) { body(&$0, 0) } }
  }
}
