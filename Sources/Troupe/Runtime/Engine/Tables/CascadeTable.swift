/// The cascades that haven't ended. A cascade is everything that an action from outside causes.
struct CascadeTable {
  private struct Record: Vacatable {
    static var vacant: Record { Record(id: CascadeID(number: 0, slot: -1), context: nil) }
    var isVacant: Bool { id.slot < 0 }

    let id: CascadeID
    /// Whether the action is still being processed. During this time, the cascade doesn't end even if it has
    /// no nodes.
    var isOpening = true
    /// The priority of a task that is waiting for the cascade; nil for none.
    var priority: Priority?
    /// The context of the action's sender, if the store captures it.
    var context: ActionContext?
    /// The nodes without a parent.
    var roots = Links.Chain()
  }

  private var records = Slots<Record>()
  private var roots = Links()
  /// The cascades whose actions are still being processed.
  private var opening: [CascadeID] = []

  var isEmpty: Bool { records.isEmpty }

  func isLive(_ id: CascadeID) -> Bool {
    records.contains(id.slot) && records[id.slot].id == id
  }

  mutating func open(number: UInt64, in context: ActionContext?) -> CascadeID {
    let id = CascadeID(number: number, slot: records.nextSlot)
    records.insert(Record(id: id, context: context))
    opening.append(id)
    return id
  }

  /// Ends the opening of all cascades. Cascades without nodes end.
  @inline(__always)
  mutating func seal() {
    if !opening.isEmpty { sealOpening() }
  }

  private mutating func sealOpening() {
    while let id = opening.popLast() {
      records[id.slot].isOpening = false
      if records[id.slot].roots.isEmpty { records.free(id.slot) }
    }
    // Free the memory of a burst of actions.
    if opening.capacity > 128 { opening = [] }
  }

  // MARK: A live cascade

  func context(of id: CascadeID) -> ActionContext? { records[id.slot].context }

  mutating func setContext(_ context: ActionContext?, of id: CascadeID) {
    records[id.slot].context = context
  }

  func priority(of id: CascadeID) -> Priority? { records[id.slot].priority }

  /// Raises the priority of a cascade. Returns false if the cascade already has this or a higher priority.
  mutating func raise(_ id: CascadeID, to priority: Priority) -> Bool {
    guard records[id.slot].priority.map({ $0 < priority }) != false else { return false }
    records[id.slot].priority = priority
    return true
  }

  /// The slots of the nodes without a parent, oldest first.
  func roots(of id: CascadeID) -> [Int] { roots.map(records[id.slot].roots) { $0 } }

  mutating func add(_ node: EffectID, to id: CascadeID) {
    roots.append(node.slot, to: &records[id.slot].roots)
  }

  /// Removes a node. Returns whether the removal ended the cascade.
  mutating func remove(_ node: EffectID, from id: CascadeID) -> Bool {
    roots.remove(node.slot, from: &records[id.slot].roots)
    guard records[id.slot].roots.isEmpty, !records[id.slot].isOpening else { return false }
    records.free(id.slot)
    return true
  }
}
