/// The scoped stores below a part that always exists.
final class ScopedMember<State, Member>: ScopedGroup<State> {
  let parts = ScopedParts<Member>()
  private let read: (State) -> Member
  private let inPlace: MemberAccess<State, Member>?

  init(_ member: KeyPath<State, Member>) {
    self.read = { $0[keyPath: member] }
    self.inPlace = MemberAccess(stored: member)
    super.init(path: member)
  }

  init(reading read: @escaping (State) -> Member) {
    self.read = read
    self.inPlace = nil
    super.init(path: nil)
  }

  override var isEmpty: Bool { parts.isEmpty }

  override var readsLogs: Bool { inPlace != nil && parts.readsLogs }

  override func look(_ state: inout State, _ identities: IdentityChanges, isCopy: Bool) {
    if !isCopy, let inPlace, parts.readsLogs {
      inPlace.modify(&state) { parts.look(&$0, identities) }
    } else {
      var member = read(state)
      parts.look(&member, identities, isCopy: true)
    }
  }

  override func end() { parts.end() }
}

/// A child with scoped stores.
final class ScopedNode<Child> {
  fileprivate(set) var isAlive = true
  fileprivate var identity: ScopeIdentity
  let parts = ScopedParts<Child>()

  fileprivate init(_ identity: ScopeIdentity) {
    self.identity = identity
  }

  /// The closures to call once, when the child is removed.
  private var onEnd: [() -> Void] = []

  /// Registers a closure that is called in the turn in which the child is removed.
  func whenGone(_ body: @escaping () -> Void) { onEnd.append(body) }

  fileprivate func end() {
    isAlive = false
    parts.end()
    for body in Swift.exchange(&onEnd, with: []) { body() }
  }
}

/// The scoped stores on children that can be removed.
final class ScopedChildren<State, Key: Hashable & Sendable, Child>: ScopedGroup<State> {
  private let access: OptionalLens<State, Key, Child>
  /// Whether there is at most one child.
  private let isSingle: Bool
  /// Visits the only child; does nothing if there may be several children. If the function were optional,
  /// each use would allocate memory.
  private let visitOnly: (State, (Child, _ generation: UInt64) -> Void) -> Void
  /// The place of the property with ``Presents`` that contains the only child; nil if the state doesn't name
  /// such a property, or if the group hasn't checked a state.
  private var place: PresentsPlace<State, Child>?
  private var wasLocated = false
  // Properties of the access. To copy its closures, generic code would look up their types.
  /// Whether each presentation is a different child.
  private let countsPresentations: Bool
  /// Whether the only child can be accessed in place even if the place isn't known.
  private let isInPlace: Bool
  private let identity = IdentityReader<Child>()
  /// The node of the only child, if there is at most one child; nil if it was released.
  private weak var only: ScopedNode<Child>?
  /// The number of nodes, including those that were released and not yet removed. To count them, generic code
  /// would look up the type of the dictionary.
  private var count = 0
  /// The nodes of several children.
  private var nodes: [Key: ScopedReference<Child>] = [:]
  /// The children that haven't been checked yet. These children may be missing in older states.
  private var fresh: [Key] = []
  private var hasFresh = false
  private var token: ChangeToken?
  /// The children that have changed; only while the group looks at them.
  private var changed: [Key] = []
  private var looksSinceSweep = 0

  init(_ access: OptionalLens<State, Key, Child>) {
    self.access = access
    countsPresentations = access.distinguishesPresentations
    isInPlace = access.within != nil
    if let only = access.only {
      isSingle = true
      visitOnly = { [visit = access.visit] in visit($0, only, $1) }
    } else {
      isSingle = false
      visitOnly = { _, _ in }
    }
    super.init(path: access.path)
  }

  override var isEmpty: Bool { count == 0 }

  override var readsLogs: Bool {
    if access.beginReading != nil { return true }
    guard isInPlace || place != nil else { return false }
    if isSingle { return only?.parts.readsLogs == true }
    return nodes.values.contains { $0.node?.parts.readsLogs == true }
  }

  /// Returns the node of an existing child.
  func node(_ key: Key, _ child: Child, generation: UInt64) -> ScopedNode<Child> {
    let identity = identity(child, generation: generation)
    if let node = isSingle ? only : nodes[key]?.node {
      if node.identity == identity { return node }
      node.end()
    }
    let node = ScopedNode<Child>(identity)
    if isSingle {
      only = node
      count = 1
    } else {
      if nodes.updateValue(ScopedReference(node: node), forKey: key) == nil { count += 1 }
      fresh.append(key)
      hasFresh = true
    }
    return node
  }

  override func look(_ state: inout State, _ identities: IdentityChanges, isCopy: Bool) {
    guard isSingle else { return lookAtNodes(&state, identities, isCopy: isCopy) }
    guard let node = only else { return count = 0 }
    if !wasLocated {
      wasLocated = true
      place = access.locate?(&state)
    }
    let isSame =
      if let place, isCopy || !isInPlace || !node.parts.readsLogs {
        isSame(node, at: place, &state, identities, isCopy: isCopy)
      } else {
        isSame(node, &state, identities, isCopy: isCopy, visit: visitOnly)
      }
    if !isSame {
      node.end()
      only = nil
      count = 0
    }
  }

  private func lookAtNodes(_ state: inout State, _ identities: IdentityChanges, isCopy: Bool) {
    var length = 0
    switch (isCopy ? nil : access.beginReading?(&state, token, false, &length, &changed)) ?? .unknown {
    case .nothing:
      for key in fresh { look(at: key, &state, identities, isCopy: isCopy) }
      sweep()
    case .these:
      for key in changed { look(at: key, &state, identities, isCopy: isCopy) }
      for key in fresh { look(at: key, &state, identities, isCopy: isCopy) }
      sweep()
    case .unknown:
      for key in nodes.keys { look(at: key, &state, identities, isCopy: isCopy) }
      looksSinceSweep = 0
    }
    if !isCopy { token = access.endReading?(&state, length, &changed) }
    if hasFresh {
      fresh = []
      hasFresh = false
    }
  }

  private func look(at key: Key, _ state: inout State, _ identities: IdentityChanges, isCopy: Bool) {
    guard let reference = nodes[key] else { return }
    guard let node = reference.node else { return remove(key) }
    if !isSame(node, &state, identities, isCopy: isCopy, visit: { access.visit($0, key, $1) }) {
      node.end()
      remove(key)
    }
  }

  private func remove(_ key: Key) {
    if nodes.removeValue(forKey: key) != nil { count -= 1 }
  }

  /// Returns whether the only child still exists. If so, checks the stores inside the child.
  private func isSame(
    _ node: ScopedNode<Child>,
    at place: PresentsPlace<State, Child>,
    _ state: inout State,
    _ identities: IdentityChanges,
    isCopy: Bool
  ) -> Bool {
    var isSame = false
    place.visit(&state) { [identity, countsPresentations] child, generation, isShared in
      let generation = countsPresentations ? generation : 0
      isSame =
        identity.isOnlyPresentation(node.identity.generation, generation)
        || identities.isSame(
          &node.identity,
          identity(child, generation: generation),
          of: ObjectIdentifier(Child.self)
        )
      if isSame, !node.parts.isEmpty { node.parts.look(&child, identities, isCopy: isCopy || isShared) }
    }
    return isSame
  }

  /// Returns whether a node's child still exists. If so, checks the stores inside the child.
  private func isSame(
    _ node: ScopedNode<Child>,
    _ state: inout State,
    _ identities: IdentityChanges,
    isCopy: Bool,
    visit: (State, (Child, _ generation: UInt64) -> Void) -> Void
  ) -> Bool {
    let looksInside = !node.parts.isEmpty
    let within = looksInside && !isCopy && node.parts.readsLogs ? access.within : nil
    var isSame = false
    visit(state) { [identity] child, generation in
      isSame = identities.isSame(
        &node.identity,
        identity(child, generation: generation),
        of: ObjectIdentifier(Child.self)
      )
      if isSame, looksInside, within == nil {
        var child = child
        node.parts.look(&child, identities, isCopy: true)
      }
    }
    if isSame, let within { within(&state) { node.parts.look(&$0, identities) } }
    return isSame
  }

  /// Removes the children whose stores were released. This method is called only from time to time.
  private func sweep() {
    looksSinceSweep += 1
    guard looksSinceSweep > count else { return }
    looksSinceSweep = 0
    for (key, reference) in nodes where reference.node == nil { remove(key) }
  }

  override func end() {
    only?.end()
    only = nil
    for reference in nodes.values { reference.node?.end() }
    nodes = [:]
    count = 0
  }
}

/// A reference to a node, which the stores of its child keep alive.
private struct ScopedReference<Child> {
  weak var node: ScopedNode<Child>?
}
