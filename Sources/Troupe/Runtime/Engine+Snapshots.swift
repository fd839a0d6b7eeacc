extension Engine {
  /// The work that runs or is about to, oldest first.
  var snapshots: [EffectSnapshot] {
    nodes.indices.map { nodes[$0].id }.filter { isLive($0) }.sorted().compactMap { snapshot(of: $0) }
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
      cause: node.origin.cause,
      since: node.origin.since,
      isCancelled: node.isCancelled
    )
  }

  /// The ids under which a node can be cancelled, its parents' included.
  private func ids(of node: Node) -> [CancelID] {
    var ids = node.ids
    var next = node.parent
    while let id = next, isLive(id) {
      ids += nodes[id.slot].ids
      next = nodes[id.slot].parent
    }
    return ids
  }
}
