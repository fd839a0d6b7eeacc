/// The programs that nodes begin later: the next members of a sequence, or a program that is waiting for a
/// permit or for a window.
///
/// Cancellations must find these programs, and the scopes of their parts must stay open for them.
struct HeldTable {
  private struct Entry {
    var programs: HeldPrograms
    /// The ids in the programs, with the positions of the programs that contain them.
    var ids: [CancelID: [Int]]
    /// The scopes of parts of the programs.
    let scopes: [ScopeID]
  }

  /// The held programs of each node, at the node's slot.
  private var entries = SlotTable<Entry>()
  /// The nodes that hold programs, by the ids in these programs.
  private var holders: [CancelID: EffectSet] = [:]
  /// The nodes in other scopes that hold programs for a scope, at the scope's slot.
  private var holdersByScope = SlotTable<EffectSet>()

  var isEmpty: Bool { entries.isEmpty && holders.isEmpty && holdersByScope.isEmpty }

  /// The number of held leaves: work and actions.
  var leafCount: Int { entries.all.reduce(0) { $0 + $1.programs.leafCount } }

  /// Whether a node holds no programs that haven't begun.
  func isEmpty(_ node: EffectID) -> Bool { entries[node.slot]?.programs.isEmpty ?? true }

  /// Whether a node holds programs of which nothing is left.
  func holdsNothing(_ node: EffectID) -> Bool {
    guard let programs = entries[node.slot]?.programs else { return false }
    return !programs.isEmpty && programs.isNothing
  }

  /// Whether no node in another scope holds a program for a scope.
  func isEmpty(_ scope: ScopeID) -> Bool { holdersByScope[scope.slot] == nil }

  /// The nodes that hold programs with an id, oldest first.
  func holders(_ id: CancelID) -> [EffectID] { holders[id]?.sorted ?? [] }

  /// The nodes in other scopes that hold programs for the given scopes, oldest first.
  func holders(_ scopes: [ScopeID]) -> [EffectID] {
    Set(scopes.flatMap { holdersByScope[$0.slot]?.sorted ?? [] }).sorted()
  }

  // MARK: Changes

  /// Makes a node hold programs.
  ///
  /// - Parameters:
  ///   - programs: The programs.
  ///   - contents: The programs' ids and scopes, without scopes that have ended.
  ///   - node: The node.
  mutating func hold(_ programs: HeldPrograms, _ contents: HeldPrograms.Contents, by node: EffectID) {
    for id in contents.ids.keys { holders.insertMember(node, of: id) }
    for scope in contents.scopes {
      if holdersByScope.change(at: scope.slot, { $0.insert(node) }) == nil {
        holdersByScope.set(EffectSet(node), at: scope.slot)
      }
    }
    entries.set(Entry(programs: programs, ids: contents.ids, scopes: contents.scopes), at: node.slot)
  }

  /// Removes and returns the next program that a node begins; nil if the node holds no programs.
  mutating func popFirst(of node: EffectID) -> ResolvedEffect? {
    entries.change(at: node.slot) { $0.programs.popFirst() } ?? nil
  }

  /// Removes everything that a node holds. Returns the programs that the node held, and the programs' scopes.
  mutating func release(_ node: EffectID) -> (programs: HeldPrograms, scopes: [ScopeID])? {
    guard let entry = entries[node.slot] else { return nil }
    entries.remove(at: node.slot)
    for id in entry.ids.keys { holders.removeMember(node, of: id) }
    for scope in entry.scopes {
      let isEmpty = holdersByScope.change(at: scope.slot) { holders in
        holders.remove(node)
        return holders.isEmpty
      }
      if isEmpty == true { holdersByScope.remove(at: scope.slot) }
    }
    return (entry.programs, entry.scopes)
  }

  /// Changes the programs that a node holds.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - id: The id that the programs contain; nil for all programs.
  ///   - change: Returns the replacement of a program.
  mutating func update(_ node: EffectID, with id: CancelID?, _ change: (ResolvedEffect) -> ResolvedEffect) {
    _ = entries.change(at: node.slot) { entry in
      entry.programs.update(at: id.map { entry.ids[$0] ?? [] }, change)
    }
  }

  /// Records that none of a node's programs contains an id any more.
  mutating func remove(_ id: CancelID, from node: EffectID) {
    _ = entries.change(at: node.slot) { $0.ids[id] = nil }
    holders.removeMember(node, of: id)
  }
}
