/// The rules for the beginning of a shutdown. Effects that are cancelled at the beginning end like all
/// cancelled effects: the next member of a sequence begins when the cancelled member has ended. There is one
/// difference: the parts of a cancelled effect that haven't begun are removed first, wherever these parts are
/// waiting, so that these parts never begin.
///
/// The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  /// Cancels the effects that end at the beginning of a shutdown.
  ///
  /// - Returns: The cancelled work, oldest first, except for effects that the state declares.
  mutating func cancelForShutdown() -> [EffectSnapshot] {
    let all = nodes.ids
    for id in all where isActive(id) && !held.isEmpty(id) { takeOutOfHeld(by: id) }
    let ending = all.filter { isActive($0) && endsWithShutdown($0) }
    var work = ending
    // The children of a cancelled node that holds nothing are its delays, which also count as cancelled work.
    for id in ending { work += nodes.children(of: id) }
    let snapshots = Set(work).sorted().compactMap { id -> EffectSnapshot? in
      guard isActive(id), nodes[id].origin.declared != .standing else { return nil }
      return snapshot(of: id)
    }
    for id in ending { cancel(id) }
    return snapshots
  }

  /// Whether the beginning of a shutdown cancels a node. The beginning of a shutdown cancels work and actions
  /// with ``OnShutdown/cancel``, and delays of programs of which nothing is left.
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

  /// Removes the parts that a shutdown cancels from the programs that a node holds.
  private mutating func takeOutOfHeld(by id: EffectID) {
    let origin = nodes[id].origin
    var removed: [ResolvedEffect] = []
    held.update(id, with: nil) { $0.left(onShutdown: origin.atShutdown) { removed.append($0) } }
    skip(removed, origin)
  }

  /// Returns the parts of a program that still begin after the beginning of a shutdown.
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

  /// Whether delays of operators are skipped for an origin, because the beginning of the shutdown has
  /// cancelled all delays of that origin.
  func skipsWaits(of origin: Origin) -> Bool { isShuttingDown && origin.atShutdown == .cancel }
}
