extension Engine.Origin {
  /// What happens to the effect when a shutdown begins.
  var atShutdown: OnShutdown { onShutdown ?? (declared == .standing ? .cancel : .finish) }

  /// Whether the effect runs only as long as a value of the state is there.
  var runsWhileDeclared: Bool { declared == .standing && onShutdown != .finish }
}

/// The beginning of a shutdown. What it cancels ends like everything that is cancelled: the rest of a
/// sequence begins when the cancelled member has ended. The difference is that what is still to come of it is
/// taken out first, wherever it waits, so that nothing of it begins.
extension EngineRules {
  /// Cancels what ends as soon as a shutdown begins, and begins no more of it.
  ///
  /// - Returns: The work that was cancelled, oldest first, apart from effects that the state declares.
  mutating func beginShutdown() -> [EffectSnapshot] {
    isShuttingDown = true
    let all = nodes.slots.map { nodes[$0].id }.sorted()
    for id in all where isActive(id) && !nodes[id.slot].held.isEmpty { takeOutOfHeld(by: id) }
    let ending = all.filter { isActive($0) && endsWithShutdown($0) }
    var work = ending
    // What is cancelled with a node that waits for nothing is the wait for it.
    for id in ending { work += families.slots(of: nodes[id.slot].children).map { nodes[$0].id } }
    let snapshots = Set(work).sorted().compactMap { id -> EffectSnapshot? in
      guard isActive(id), nodes[id.slot].origin.declared != .standing else { return nil }
      return snapshot(of: id)
    }
    for id in ending { cancel(id) }
    return snapshots
  }

  /// Whether the beginning of a shutdown cancels a node: work and actions that are meant to end then, and
  /// waits that nothing is left to wait for.
  private func endsWithShutdown(_ id: EffectID) -> Bool {
    let node = nodes[id.slot]
    switch node.kind {
    case .job, .delivery: return node.origin.atShutdown == .cancel
    case .piece, .reducing, .vacant: return false
    case .group, .limited, .throttled, .timed:
      guard !node.held.isEmpty, node.held.isNothing else { return false }
      return families.slots(of: node.children).allSatisfy { slot in
        if case .job(let leaf) = nodes[slot].kind { leaf is Pause } else { false }
      }
    }
  }

  /// Takes what ends with a shutdown out of the programs that a node holds.
  private mutating func takeOutOfHeld(by id: EffectID) {
    let origin = nodes[id.slot].origin
    // Take the value out while changing it, so that it isn't copied.
    var held = Swift.exchange(&nodes[id.slot].held, with: .none)
    held.update(at: nil) { left(of: $0, origin) }
    nodes[id.slot].held = held
  }

  /// Returns what a shutdown leaves of a program that hasn't begun.
  mutating func left(of program: PlacedProgram, _ origin: Origin) -> PlacedProgram {
    var removed: [PlacedProgram] = []
    let left = program.left(onShutdown: origin.atShutdown) { removed.append($0) }
    for program in removed {
      if origin.declared != .standing { skippedCount += program.leafCount }
      drop(program, origin)
    }
    return left
  }

  /// Whether the waits of operators in a place are over before they begin, because the beginning of the
  /// shutdown has cancelled all of its waits.
  func skipsWaits(of origin: Origin) -> Bool { isShuttingDown && origin.atShutdown == .cancel }
}
