/// A part of a program that hasn't ended. Only the ``NodeTable`` that contains a node changes the node.
struct EffectNode: Vacatable {
  enum Kind {
    /// Work that runs as a task.
    case job(any AnyWork)
    /// Work with separate ids inside an effect's task. The node is a child of the effect's node.
    case subtask(any AnyWork)
    /// An action that is waiting to be reduced in the turn.
    case queuedAction(any AnyQueuedAction)
    /// An action that is being reduced.
    case reducing
    /// Members that run concurrently or sequentially.
    case group
    /// A program under a limit. The program is held until the node has a permit.
    case limited(Limit)
    /// A program that passes a throttle. The program is held while it is waiting for the end of the window.
    case throttled(Throttle)
    /// A program and the timer that cancels it.
    indirect case timed(body: EffectID?, timer: EffectID?, then: (any AnyQueuedAction)?)
    /// The slot is free.
    case vacant
  }

  // In this order, a node takes 152 bytes: the small properties fill the padding behind the id.

  let id: EffectID
  /// Whether the node's task has been created.
  fileprivate(set) var isStarted = false
  fileprivate(set) var isCancelled = false
  /// Whether members are still being added. During this time, the node doesn't end even if it has no
  /// children.
  fileprivate(set) var isFilling = false
  /// Whether the node contains the cancellation that is being performed.
  fileprivate(set) var isAroundCanceller = false
  /// The slot of the parent; negative for none. The parent stays in its slot as long as it has children.
  fileprivate let parentSlot: Int32
  /// Whether the node is in its scope's list of members, because it has no parent or its parent is in another
  /// scope.
  let isMember: Bool
  let origin: EffectOrigin
  fileprivate var children = Links.Chain()
  let ids: CancelIDs
  fileprivate(set) var kind: Kind

  static let vacant = EffectNode(
    id: EffectID(number: 0, slot: -1),
    parentSlot: -1,
    isMember: false,
    origin: EffectOrigin(scope: .root, cause: (), since: .now, cascade: CascadeID(number: 0, slot: -1)),
    ids: .none,
    kind: .vacant
  )

  var isVacant: Bool { id.slot < 0 }
  var hasParent: Bool { parentSlot >= 0 }
  var hasChildren: Bool { !children.isEmpty }

  /// The origin of the node's work; nil for a node that isn't work.
  var workOrigin: WorkOrigin? {
    switch kind {
    case .job(let leaf), .subtask(let leaf): leaf.origin
    case .queuedAction, .reducing, .group, .limited, .throttled, .timed, .vacant: nil
    }
  }
}

/// The nodes of all programs that haven't ended, with each node's children.
struct NodeTable {
  private var nodes = Slots<EffectNode>()
  private var families = Links()
  /// The number of nodes that run only as long as the state has a value.
  private(set) var declaredCount = 0

  var isEmpty: Bool { nodes.isEmpty }
  var count: Int { nodes.count }
  /// The number of slots, including free slots.
  var slotCount: Int { nodes.indices.count }

  /// The nodes, in the order of their slots.
  var all: some Sequence<EffectNode> { nodes.slots.lazy.map { nodes[$0] } }
  /// The ids of all nodes, oldest first.
  var ids: [EffectID] { nodes.slots.map { nodes[$0].id }.sorted() }

  /// Returns a node that hasn't ended.
  subscript(id: EffectID) -> EffectNode {
    _read { yield nodes[id.slot] }
  }

  /// Returns the node at a slot.
  subscript(slot: Int) -> EffectNode {
    _read { yield nodes[slot] }
  }

  /// Whether a node hasn't ended: it hasn't started, is running, or was cancelled and is still running.
  func isLive(_ id: EffectID) -> Bool {
    nodes.contains(id.slot) && nodes[id.slot].id == id
  }

  /// Whether a node has neither ended nor been cancelled.
  func isActive(_ id: EffectID) -> Bool {
    isLive(id) && !nodes[id.slot].isCancelled
  }

  /// The parent of a node; nil for none.
  func parent(of id: EffectID) -> EffectID? { parent(of: nodes[id.slot]) }

  /// The parent of a node; nil for none.
  func parent(of node: EffectNode) -> EffectID? {
    node.hasParent ? nodes[Int(node.parentSlot)].id : nil
  }

  /// The children of a node, oldest first.
  func children(of id: EffectID) -> [EffectID] {
    families.map(nodes[id.slot].children) { nodes[$0].id }
  }

  /// Returns the first node that satisfies a predicate, from a node up to the root of its program; nil if no
  /// node does.
  func first(from start: EffectID?, where isWanted: (EffectNode) -> Bool) -> EffectID? {
    var next = start
    while let id = next {
      if isWanted(nodes[id.slot]) { return id }
      next = parent(of: id)
    }
    return nil
  }

  // MARK: Changes

  mutating func insert(
    _ kind: EffectNode.Kind,
    number: UInt64,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: EffectOrigin
  ) -> EffectID {
    let id = EffectID(number: number, slot: nodes.nextSlot)
    let isMember = parent.map { nodes[$0.slot].origin.scope == origin.scope } != true
    nodes.insert(
      EffectNode(
        id: id,
        parentSlot: parent.map { Int32($0.slot) } ?? -1,
        isMember: isMember,
        origin: origin,
        ids: ids,
        kind: kind
      )
    )
    if origin.runsWhileDeclared { declaredCount += 1 }
    if let parent { families.append(id.slot, to: &nodes[parent.slot].children) }
    return id
  }

  mutating func remove(_ id: EffectID) {
    if nodes[id.slot].origin.runsWhileDeclared { declaredCount -= 1 }
    if let parent = parent(of: id) {
      families.remove(id.slot, from: &nodes[parent.slot].children)
    }
    nodes.free(id.slot)
  }

  /// Records that a job's task was created.
  mutating func start(_ id: EffectID) { nodes[id.slot].isStarted = true }

  mutating func cancel(_ id: EffectID) { nodes[id.slot].isCancelled = true }

  /// Records that an action is being reduced.
  mutating func claim(_ id: EffectID) { nodes[id.slot].kind = .reducing }

  /// Records that a job's task has ended while subtasks of the job are still running.
  mutating func leaveToSubtasks(_ id: EffectID) { nodes[id.slot].kind = .group }

  mutating func beginFilling(_ id: EffectID) { nodes[id.slot].isFilling = true }
  mutating func endFilling(_ id: EffectID) { nodes[id.slot].isFilling = false }

  /// Sets the body and the timer of a node with a time-out.
  mutating func setTimed(_ id: EffectID, body: EffectID, timer: EffectID?) {
    guard case .timed(_, _, let then) = nodes[id.slot].kind else { return }
    nodes[id.slot].kind = .timed(body: body, timer: timer, then: then)
  }

  /// Records, for a node and all its ancestors, whether they contain the cancellation that is being
  /// performed.
  mutating func setAroundCanceller(_ id: EffectID, _ isAround: Bool) {
    var next: EffectID? = id
    while let id = next {
      nodes[id.slot].isAroundCanceller = isAround
      next = parent(of: id)
    }
  }
}
