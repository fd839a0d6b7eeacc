/// The scopes: parts of the feature tree with a separate lifetime.
struct ScopeTable {
  private struct Record: Vacatable {
    static var vacant: Record { Record(id: ScopeID(number: 0, slot: -1), parent: nil, component: nil) }
    var isVacant: Bool { id.slot < 0 }

    let id: ScopeID
    /// Whether the scope has ended. The scope's record stays until the scope's work has also ended.
    var isEnded = false
    let parent: ScopeID?
    let component: ScopePath.Component?
    var children = Links.Chain()
    /// The nodes of this scope whose parents belong to other scopes.
    var members = Links.Chain()
  }

  private var records = Slots<Record>()
  private var families = Links()
  private var memberships = Links()

  init() { records.insert(Record(id: .root, parent: nil, component: nil)) }

  var count: Int { records.count }
  /// Whether no scope has a member.
  var hasNoMembers: Bool { records.slots.allSatisfy { records[$0].members.isEmpty } }

  /// Whether a scope still has a record.
  func isRecorded(_ id: ScopeID) -> Bool {
    records.contains(id.slot) && records[id.slot].id == id
  }

  /// Whether a scope has a record and hasn't ended.
  func isActive(_ id: ScopeID) -> Bool {
    isRecorded(id) && !records[id.slot].isEnded
  }

  /// Whether a scope with a record has neither members nor scopes below it.
  func isEmpty(_ id: ScopeID) -> Bool {
    records[id.slot].members.isEmpty && records[id.slot].children.isEmpty
  }

  func parent(of id: ScopeID) -> ScopeID? { records[id.slot].parent }

  /// The slots of the nodes of a scope whose parents belong to other scopes, oldest first.
  func members(of id: ScopeID) -> [Int] { memberships.map(records[id.slot].members) { $0 } }

  // MARK: Changes

  mutating func open(number: UInt64, in parent: ScopeID, _ component: ScopePath.Component) -> ScopeID {
    let id = ScopeID(number: number, slot: records.nextSlot)
    records.insert(Record(id: id, parent: parent, component: component))
    families.append(id.slot, to: &records[parent.slot].children)
    return id
  }

  mutating func end(_ id: ScopeID) { records[id.slot].isEnded = true }

  /// Removes an ended scope if the scope is empty. Returns the scope's parent; nil if nothing was removed.
  mutating func removeIfOver(_ id: ScopeID) -> ScopeID? {
    guard isRecorded(id), records[id.slot].isEnded, isEmpty(id), let parent = records[id.slot].parent
    else { return nil }
    families.remove(id.slot, from: &records[parent.slot].children)
    records.free(id.slot)
    return parent
  }

  mutating func add(_ node: EffectID, to id: ScopeID) {
    memberships.append(node.slot, to: &records[id.slot].members)
  }

  mutating func remove(_ node: EffectID, from id: ScopeID) {
    memberships.remove(node.slot, from: &records[id.slot].members)
  }

  // MARK: The tree

  /// Returns a scope and the scopes below it. Each scope precedes its children.
  func subtree(of id: ScopeID) -> [ScopeID] {
    guard isRecorded(id) else { return [] }
    var found: [ScopeID] = []
    var stack = [id.slot]
    while let next = stack.popLast() {
      found.append(records[next].id)
      stack += families.map(records[next].children) { $0 }.reversed()
    }
    return found
  }

  /// Whether a scope is the given ancestor or is below the ancestor.
  func isWithin(_ scope: ScopeID, _ ancestor: ScopeID) -> Bool {
    var next: ScopeID? = scope
    while let id = next, isRecorded(id) {
      if id == ancestor { return true }
      next = records[id.slot].parent
    }
    return false
  }

  /// Returns the path of a scope.
  func path(of scope: ScopeID) -> ScopePath {
    var components: [ScopePath.Component] = []
    var next: ScopeID? = scope
    while let id = next, isRecorded(id) {
      if let component = records[id.slot].component { components.append(component) }
      next = records[id.slot].parent
    }
    return ScopePath(components: components.reversed(), number: scope.number)
  }
}
