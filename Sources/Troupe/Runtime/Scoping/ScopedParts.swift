// After each action, the runtime finds the scoped stores whose state was removed. If an action removes a
// state and the next action adds an equal state, the scoped store has still ended. The search takes time in
// proportion to the changes, not to the number of stores. Stores on the same child share a node. The nodes
// below a state are stored with its node, so that only nodes whose own states may have changed are visited.
// The elements of a collection are visited according to its change history.

/// The scoped stores on parts of a state.
final class ScopedParts<State> {
  private var groups: [ScopedGroup<State>] = []

  /// Whether no group has a store.
  var isEmpty: Bool { groups.isEmpty }

  /// Returns the group of a path. Creates the group if the path has no group.
  func group<Group: ScopedGroup<State>>(of path: AnyKeyPath, or make: () -> Group) -> Group {
    for case let group as Group in groups where group.path == path { return group }
    let group = make()
    groups.append(group)
    return group
  }

  /// Adds a group that can't be found by a path, unless it was already added.
  func add(_ group: ScopedGroup<State>) {
    if !groups.contains(where: { $0 === group }) { groups.append(group) }
  }

  /// Whether a group has a cursor in a log of changes, which is in the state.
  var readsLogs: Bool { groups.contains { $0.readsLogs } }

  /// Ends the scoped stores whose state was removed.
  ///
  /// - Parameters:
  ///   - state: The state. Only its logs of changes are changed.
  ///   - identities: The identities that children have changed during the action.
  ///   - isCopy: Whether the state is a copy, whose logs are discarded. The groups then check all children.
  func look(_ state: inout State, _ identities: IdentityChanges, isCopy: Bool = false) {
    var isSpent = false
    for group in groups {
      group.look(&state, identities, isCopy: isCopy)
      if group.isEmpty { isSpent = true }
    }
    if isSpent { groups.removeAll(where: \.isEmpty) }
  }

  /// Ends all scoped stores, because the state itself was removed.
  func end() {
    for group in groups { group.end() }
    groups = []
  }
}

/// The scoped stores on the value at one path of a state.
class ScopedGroup<State> {
  /// The path; nil if the value is read by a function.
  let path: AnyKeyPath?

  init(path: AnyKeyPath?) {
    self.path = path
  }

  /// Whether the group has no stores.
  var isEmpty: Bool { true }
  /// Whether the group has a cursor in a log of changes, which is in the state.
  var readsLogs: Bool { false }
  func look(_ state: inout State, _ identities: IdentityChanges, isCopy: Bool) {}
  func end() {}
}

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
  private struct Reference {
    weak var node: ScopedNode<Child>?
  }

  private let access: OptionalLens<State, Key, Child>
  private let identity = IdentityReader<Child>()
  private var nodes: [Key: Reference] = [:]
  /// The children that haven't been checked yet. These children may be missing in older states.
  private var fresh: [Key] = []
  private var token: ChangeToken?
  /// The children that have changed; only while the group looks at them.
  private var changed: [Key] = []
  private var looksSinceSweep = 0

  init(_ access: OptionalLens<State, Key, Child>) {
    self.access = access
    super.init(path: access.path)
  }

  override var isEmpty: Bool { nodes.isEmpty }

  override var readsLogs: Bool {
    if access.beginReading != nil { return true }
    guard access.within != nil else { return false }
    return nodes.values.contains { $0.node?.parts.readsLogs == true }
  }

  /// Returns the node of an existing child.
  func node(_ key: Key, _ child: Child, generation: UInt64) -> ScopedNode<Child> {
    let identity = identity(child, generation: generation)
    if let node = nodes[key]?.node {
      if node.identity == identity { return node }
      node.end()
    }
    let node = ScopedNode<Child>(identity)
    nodes[key] = Reference(node: node)
    fresh.append(key)
    return node
  }

  override func look(_ state: inout State, _ identities: IdentityChanges, isCopy: Bool) {
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
    if !fresh.isEmpty { fresh = [] }
  }

  private func look(at key: Key, _ state: inout State, _ identities: IdentityChanges, isCopy: Bool) {
    guard let reference = nodes[key] else { return }
    guard let node = reference.node else { return nodes[key] = nil }
    if let (child, generation) = access.find(state, key),
      identities.isSame(
        &node.identity,
        identity(child, generation: generation),
        of: ObjectIdentifier(Child.self)
      )
    {
      look(inside: node, child, &state, identities, isCopy: isCopy)
    } else {
      node.end()
      nodes[key] = nil
    }
  }

  private func look(
    inside node: ScopedNode<Child>,
    _ child: Child,
    _ state: inout State,
    _ identities: IdentityChanges,
    isCopy: Bool
  ) {
    if node.parts.isEmpty { return }
    if !isCopy, let within = access.within, node.parts.readsLogs {
      within(&state) { child, _ in node.parts.look(&child, identities) }
    } else {
      var child = child
      node.parts.look(&child, identities, isCopy: true)
    }
  }

  /// Removes the children whose stores were released. This method is called only from time to time.
  private func sweep() {
    looksSinceSweep += 1
    guard looksSinceSweep > nodes.count else { return }
    looksSinceSweep = 0
    for (key, reference) in nodes where reference.node == nil { nodes[key] = nil }
  }

  override func end() {
    for reference in nodes.values { reference.node?.end() }
    nodes = [:]
  }
}
