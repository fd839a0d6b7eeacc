extension Engine {
  /// Snapshots of the work that runs or is about to run, oldest first.
  var snapshots: [EffectSnapshot] {
    nodes.ids.compactMap { snapshot(of: $0) }
  }

  /// The number of pieces of work that run or are about to run.
  var workCount: Int { nodes.all.count { $0.workOrigin != nil } }

  /// The number of effects and actions that wait for others to end: in sequences, under limits and in
  /// throttles.
  var waitingCount: Int { held.leafCount }

  /// Returns a snapshot of an effect's work, or nil for a node that isn't work.
  func snapshot(of id: EffectID) -> EffectSnapshot? {
    guard isLive(id), let work = nodes[id].workOrigin else { return nil }
    let node = nodes[id]
    return EffectSnapshot(
      id: id,
      name: work.name,
      location: work.location,
      scopePath: path(of: node.origin.scope),
      ids: ids(of: node),
      causingAction: ActionValue(node.origin.causingAction, showsPayloads: showsPayloads),
      isCancelled: node.isCancelled,
      onShutdown: node.origin.atShutdown,
      traced: node.origin.traced,
      cascade: node.origin.cascade,
      moment: node.origin.since
    )
  }

  /// Returns the ids that cancel a node, including its parents' ids.
  private func ids(of node: EffectNode) -> [CancelID] {
    var ids = node.ids
    _ = nodes.first(from: node.parent) { node in
      ids += node.ids
      return false
    }
    return ids
  }
}

extension Engine.Origin {
  /// The traced cause of the effect; nil if the store wasn't traced.
  var traced: TracedCause? { cause as? TracedCause }

  /// The action that caused the effect, or the ``SubscriptionCause``.
  var causingAction: any Sendable { traced.map { $0.action ?? () } ?? cause }
}
