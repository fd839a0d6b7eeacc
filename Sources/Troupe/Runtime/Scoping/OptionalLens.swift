/// A scoped store's access to a part of a state that can be removed.
struct OptionalLens<State, Key: Hashable & Sendable, Child> {
  /// The path of the part, or of the collection that contains the part.
  let path: any AnyKeyPath & Sendable
  /// Calls a function with the part and the number of its presentation, unless there is no part. A function
  /// that returned both would look up the metadata of their tuple.
  let visit: (State, Key, (Child, _ generation: UInt64) -> Void) -> Void
  /// The key of the part, if there is at most one part.
  var only: Key?
  /// Begins to read which parts may have changed or may have been removed; nil if every part must be checked.
  var beginReading: BeginReading<State, Key>?
  /// Ends reading, and returns the token for the next read.
  var endReading: EndReading<State, Key>?
  /// Accesses the only part in place.
  var within: ((inout State, (inout Child) -> Void) -> Void)?
  /// Finds the property with ``Presents`` that contains the only part, so that the path needn't be read
  /// again. Returns nil if the state doesn't name such a property, or if there is no part. The closure is nil
  /// if the part is certainly not in such a property.
  var locate: ((inout State) -> PresentsPlace<State, Child>?)?
  /// Whether each presentation is a different part.
  var distinguishesPresentations = false
}

extension MemberAccess {
  /// Returns a function that reads a member, in place if the member is stored.
  static func reader(_ path: KeyPath<Root, Value>) -> (Root, (Value) -> Void) -> Void {
    guard let member = MemberAccess(stored: path) else { return { root, body in body(root[keyPath: path]) } }
    return { root, body in member.read(root, body) }
  }

  /// Creates access to a stored member; returns nil for any other member. The path may be declared as
  /// read-only. Setting a computed or observed member would run user code.
  init?(stored path: KeyPath<Root, Value>) {
    guard MemoryLayout<Root>.offset(of: path) != nil,
      let path = path as? WritableKeyPath<Root, Value>
    else { return nil }
    self.init(path)
  }
}

extension OptionalLens where Key == OnlyChild {
  /// Returns access to an optional part.
  static func optional(_ path: any KeyPath<State, Child?> & Sendable) -> OptionalLens {
    let member = MemberAccess(stored: path)
    let read = MemberAccess.reader(path)
    return OptionalLens(
      path: path,
      visit: { state, _, body in read(state) { if let child = $0 { body(child, 0) } } },
      only: OnlyChild(),
      within: member.map { member in
        { state, body in
          member.modify(&state) { child in
            guard child != nil else { return }
            // A forced unwrap is the only way to access the child in place. The previous line checks that the
            // child exists.
            // swift-format-ignore: NeverForceUnwrap
            body(&child!)
          }
        }
      },
      locate: member == nil
        ? { state in PresentsPlace(namedBy: path, in: &state) { $0[keyPath: path] != nil } } : nil
    )
  }

  /// Returns access to the presented state.
  static func presented(_ path: any KeyPath<State, Presents<Child>> & Sendable) -> OptionalLens {
    let member = (path as? WritableKeyPath<State, Presents<Child>>).map { ChildAccess.presented($0) }
    return OptionalLens(
      path: path,
      visit: { state, _, body in
        guard let box = state[keyPath: path].box, let child = box.value else { return }
        body(child, box.generation)
      },
      only: OnlyChild(),
      within: member.map { member in
        { state, body in _ = member.modify(&state, OnlyChild()) { child, _ in body(&child) } }
      },
      locate: { state in
        PresentsPlace(namedBy: path, in: &state) { $0[keyPath: path].presentation != nil }
      },
      distinguishesPresentations: true
    )
  }

  /// Returns access to the payload of a case.
  static func payload(_ path: any CaseKeyPath<State, Child> & Sendable) -> OptionalLens {
    let payload = AnyCasePath(path)
    return OptionalLens(
      path: path,
      visit: { state, _, body in _ = payload.visit(state) { body($0, 0) } },
      only: OnlyChild()
    )
  }
}

extension OptionalLens {
  /// Returns access to the elements of a collection that tracks its changed elements.
  static func elements<Elements: ChangeTracking>(
    _ path: any KeyPath<State, Elements> & Sendable
  ) -> OptionalLens where Elements.ID == Key, Elements.Element == Child {
    let member = MemberAccess(stored: path)
    let read = MemberAccess.reader(path)
    return OptionalLens(
      path: path,
      visit: { state, id, body in read(state) { if let child = $0[id: id] { body(child, 0) } } },
      beginReading: member.map { member in
        { state, token, withAdditions, length, ids in
          member.modify(&state) {
            $0.beginReading(since: token, withAdditions: withAdditions, length: &length, into: &ids)
          }
        }
      },
      endReading: member.map { member in
        { state, length, ids in member.modify(&state) { $0.endReading(length, clearing: &ids) } }
      }
    )
  }

  /// Returns access to the values of a dictionary.
  static func values(_ path: any KeyPath<State, [Key: Child]> & Sendable) -> OptionalLens {
    let read = MemberAccess.reader(path)
    return OptionalLens(path: path) { state, key, body in
      read(state) { if let child = $0[key] { body(child, 0) } }
    }
  }
}
