/// The snapshots of nodes. The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  /// Snapshots of running and registered work, oldest first.
  var snapshots: [EffectSnapshot] {
    nodes.ids.compactMap { snapshot(of: $0) }
  }

  /// The number of jobs and subtasks that are running or registered.
  var workCount: Int { nodes.all.count { $0.workOrigin != nil } }

  /// The number of effects and actions that are waiting in sequences, under limits and in throttles.
  var waitingCount: Int { held.leafCount }

  /// Returns a snapshot of an effect's work; nil if the node has no work.
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
    var ids = Array(node.ids)
    _ = nodes.first(from: nodes.parent(of: node)) { node in
      ids += node.ids
      return false
    }
    return ids
  }
}

extension Engine.Origin {
  /// The effect's traced cause; nil if the store wasn't traced.
  var traced: TracedCause? { cause as? TracedCause }

  /// The action that caused the effect, or the ``SubscriptionCause``.
  var causingAction: any Sendable { traced.map { $0.action ?? () } ?? cause }
}
