extension Engine {
  /// Makes the ids known that occur in what a node holds to begin later, so that a cancellation finds them.
  mutating func noteQueuedIDs(of id: EffectID) {
    var ids: Set<CancelID> = []
    switch nodes[id.slot].kind {
    case .sequence(let members, let next): for member in members[next...] { ids.formUnion(member.ids) }
    case .limited(let program?, _), .throttled(let program?, _): ids.formUnion(program.ids)
    default: break
    }
    guard !ids.isEmpty else { return }
    nodes[id.slot].queuedIDs = Array(ids)
    for cancelID in ids { queued[cancelID, default: []].insert(id) }
  }

  mutating func forgetQueuedIDs(of id: EffectID) {
    guard !nodes[id.slot].queuedIDs.isEmpty else { return }
    for cancelID in nodes[id.slot].queuedIDs { queued.removeMember(id, of: cancelID) }
    nodes[id.slot].queuedIDs = []
  }

  /// Removes what has an id from what is to begin later, in a scope and below it: it never begins.
  ///
  /// A cancellation that is part of a program itself has its place there. It leaves alone what comes after it in its
  /// own program.
  mutating func cancelQueued(_ id: CancelID, in scope: ScopeID, by canceller: EffectID?) {
    guard let holders = queued[id] else { return }
    let own = ancestors(of: canceller)
    for holder in holders.sorted()
    where isLive(holder) && !own.contains(holder) && isWithin(nodes[holder.slot].origin.scope, scope) {
      var removed: [Program] = []
      let note: (Program) -> Void = { removed.append($0) }
      switch nodes[holder.slot].kind {
      case .sequence(let members, let next):
        let rest = members[next...].map { $0.removing(id, note) }
        nodes[holder.slot].kind = .sequence(Array(members[..<next]) + rest, next: next)
      case .limited(let program?, let limit):
        nodes[holder.slot].kind = .limited(program.removing(id, note), limit)
      case .throttled(let program?, let throttle):
        nodes[holder.slot].kind = .throttled(program.removing(id, note), throttle)
      default:
        break
      }
      for program in removed { drop(program) }
    }
  }

  private func ancestors(of id: EffectID?) -> Set<EffectID> {
    var found: Set<EffectID> = []
    var next = id
    while let id = next, isLive(id) {
      found.insert(id)
      next = nodes[id.slot].parent
    }
    return found
  }
}
