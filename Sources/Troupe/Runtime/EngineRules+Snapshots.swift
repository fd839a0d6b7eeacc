extension EngineRules {
  /// The work that runs or is about to, oldest first.
  var snapshots: [EffectSnapshot] {
    nodes.slots.map { nodes[$0].id }.sorted().compactMap { snapshot(of: $0) }
  }

  /// How many pieces of work run or are about to.
  var workCount: Int {
    nodes.slots.count { nodes[$0].workOrigin != nil }
  }

  /// How many pieces of work and actions wait for the end of others: in sequences, under limits and in
  /// throttles.
  var waitingCount: Int {
    nodes.slots.reduce(0) { $0 + (nodes[$1].isCancelled ? 0 : nodes[$1].held.leafCount) }
  }

  /// What is known of a piece of work; nil for a node that is no work itself.
  func snapshot(of id: EffectID) -> EffectSnapshot? {
    guard isLive(id), let work = nodes[id.slot].workOrigin else { return nil }
    let node = nodes[id.slot]
    return EffectSnapshot(
      id: id,
      name: work.name,
      location: work.location,
      scopePath: path(of: node.origin.scope),
      ids: ids(of: node),
      cause: ActionValue(node.origin.cause, showsPayloads: showsPayloads),
      isCancelled: node.isCancelled,
      cascade: node.origin.cascade,
      moment: node.origin.since
    )
  }

  /// The ids under which a node can be cancelled, its parents' included.
  private func ids(of node: EffectNode) -> [CancelID] {
    var ids = node.ids
    var next = node.parent
    while let id = next, isLive(id) {
      ids += nodes[id.slot].ids
      next = nodes[id.slot].parent
    }
    return ids
  }
}
