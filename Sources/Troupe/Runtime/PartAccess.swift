/// How a scoped store gets at a part of a state that may go away.
struct PartAccess<State, Key: Hashable & Sendable, Child> {
  /// Where the part is, or the collection of which it is an element.
  let path: any AnyKeyPath & Sendable
  /// Finds the part, and the number of its presentation.
  let find: (State, Key) -> (Child, generation: UInt64)?
  /// Which parts may have changed or gone; nil where that isn't known but by looking at them.
  var changes: ((State, ChangeToken) -> Changes<Key>)?
  /// Takes note from now on of which parts change or go.
  var watch: ((inout State) -> ChangeToken)?
  /// Gets at the only part in place.
  var within: ((inout State, (inout Child, Key) -> Void) -> Void)?
}

extension MemberAccess {
  /// Access to a stored member, by a path that may be one that only reads; nil for any other member. Setting
  /// one that is computed or observed would run code of the user's.
  init?(stored path: KeyPath<Root, Value>) {
    guard MemoryLayout<Root>.offset(of: path) != nil,
      let path = path as? WritableKeyPath<Root, Value>
    else { return nil }
    self.init(path)
  }
}

extension PartAccess where Key == OnlyChild {
  /// An optional part.
  static func optional(_ path: any KeyPath<State, Child?> & Sendable) -> PartAccess {
    let member = MemberAccess(stored: path)
    return PartAccess(
      path: path,
      find: { state, _ in state[keyPath: path].map { ($0, 0) } },
      within: member.map { member in
        { state, body in
          member.modify(&state) { child in
            guard child != nil else { return }
            // The only way to get at it in place; it was looked at the line before.
            // swift-format-ignore: NeverForceUnwrap
            body(&child!, OnlyChild())
          }
        }
      }
    )
  }

  /// What is presented, as a presentation.
  static func presented(_ path: any KeyPath<State, Presents<Child>> & Sendable) -> PartAccess {
    let member = (path as? WritableKeyPath<State, Presents<Child>>).map { ChildAccess.presented($0) }
    return PartAccess(
      path: path,
      find: { state, _ in
        let presents = state[keyPath: path]
        return presents.wrappedValue.map { ($0, presents.generation ?? 0) }
      },
      within: member.map { member in
        { state, body in _ = member.modify(&state, OnlyChild()) { child, _ in body(&child, OnlyChild()) } }
      }
    )
  }

  /// The payload of a case.
  static func payload(_ path: any CaseKeyPath<State, Child> & Sendable) -> PartAccess {
    let payload = AnyCasePath(path)
    return PartAccess(path: path, find: { state, _ in payload.extract(from: state).map { ($0, 0) } })
  }
}

extension PartAccess {
  /// The elements of a collection that tells which of them have changed.
  static func elements<Elements: ChangeTracking>(
    _ path: any KeyPath<State, Elements> & Sendable
  ) -> PartAccess where Elements.ID == Key, Elements.Element == Child {
    let member = MemberAccess(stored: path)
    return PartAccess(
      path: path,
      find: { state, id in state[keyPath: path][id: id].map { ($0, 0) } },
      changes: { $0[keyPath: path].changes(since: $1) },
      watch: member.map { member in
        { state in member.modify(&state) { $0.watch() } }
      }
    )
  }

  /// The values of a dictionary.
  static func values(_ path: any KeyPath<State, [Key: Child]> & Sendable) -> PartAccess {
    PartAccess(path: path, find: { state, key in state[keyPath: path][key].map { ($0, 0) } })
  }
}
