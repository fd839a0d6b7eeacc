/// The beginning of a shutdown. What it cancels ends like everything that is cancelled: the rest of a
/// sequence begins when the cancelled member has ended. The difference is that what is still to come of it is
/// taken out first, wherever it waits, so that nothing of it begins.
extension Engine {
  /// Cancels what ends as soon as a shutdown begins.
  ///
  /// - Returns: The work that was cancelled, oldest first, apart from effects that the state declares.
  mutating func cancelForShutdown() -> [EffectSnapshot] {
    let all = nodes.ids
    for id in all where isActive(id) && !held.isEmpty(id) { takeOutOfHeld(by: id) }
    let ending = all.filter { isActive($0) && endsWithShutdown($0) }
    var work = ending
    // What is cancelled with a node that waits for nothing is the wait for it.
    for id in ending { work += nodes.children(of: id) }
    let snapshots = Set(work).sorted().compactMap { id -> EffectSnapshot? in
      guard isActive(id), nodes[id].origin.declared != .standing else { return nil }
      return snapshot(of: id)
    }
    for id in ending { cancel(id) }
    return snapshots
  }

  /// Whether the beginning of a shutdown cancels a node: work and actions that are meant to end then, and
  /// waits that nothing is left to wait for.
  private func endsWithShutdown(_ id: EffectID) -> Bool {
    switch nodes[id].kind {
    case .job, .queuedAction: return nodes[id].origin.atShutdown == .cancel
    case .subtask, .reducing, .vacant: return false
    case .group, .limited, .throttled, .timed:
      guard held.holdsNothing(id) else { return false }
      return nodes.children(of: id).allSatisfy { child in
        if case .job(let leaf) = nodes[child].kind { leaf is OperatorTimer } else { false }
      }
    }
  }

  /// Takes what ends with a shutdown out of the programs that a node holds.
  private mutating func takeOutOfHeld(by id: EffectID) {
    let origin = nodes[id].origin
    var removed: [ResolvedEffect] = []
    held.update(id, with: nil) { $0.left(onShutdown: origin.atShutdown) { removed.append($0) } }
    skip(removed, origin)
  }

  /// Returns what a shutdown leaves of a program that hasn't begun.
  mutating func left(of program: ResolvedEffect, _ origin: Origin) -> ResolvedEffect {
    var removed: [ResolvedEffect] = []
    let left = program.left(onShutdown: origin.atShutdown) { removed.append($0) }
    skip(removed, origin)
    return left
  }

  /// Counts programs that never begin because a shutdown has begun.
  private mutating func skip(_ programs: [ResolvedEffect], _ origin: Origin) {
    for program in programs {
      if origin.declared != .standing { countSkipped(program.leafCount) }
      drop(program, origin)
    }
  }

  /// Whether the waits of operators in a place are over before they begin, because the beginning of the
  /// shutdown has cancelled all of its waits.
  func skipsWaits(of origin: Origin) -> Bool { isShuttingDown && origin.atShutdown == .cancel }
}
