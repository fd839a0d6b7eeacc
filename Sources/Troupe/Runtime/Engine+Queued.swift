extension Engine {
  /// Takes note of what a node holds to begin later: of the ids that occur in it, so that a cancellation finds them,
  /// and of the scopes, so that they last until then.
  mutating func noteQueued(of id: EffectID) {
    let programs: [Program] =
      switch nodes[id.slot].kind {
      case .sequence(let members, let next): Array(members[next...])
      case .limited(let program?, _), .throttled(let program?, _): [program]
      default: []
      }
    let ids = Set(programs.flatMap(\.ids))
    if !ids.isEmpty {
      nodes[id.slot].queuedIDs = Array(ids)
      for cancelID in ids { queued.insertMember(id, of: cancelID) }
    }
    let held = programs.flatMap(\.scopes).filter { isActive($0) }
    if !held.isEmpty {
      nodes[id.slot].heldScopes = held
      for scope in held { scopes[scope.slot].holders += 1 }
    }
  }

  mutating func forgetQueued(of id: EffectID) {
    for cancelID in nodes[id.slot].queuedIDs { queued.removeMember(id, of: cancelID) }
    nodes[id.slot].queuedIDs = []
    for scope in nodes[id.slot].heldScopes {
      scopes[scope.slot].holders -= 1
      releaseScope(scope)
      noteIdleness(of: scope)
    }
    nodes[id.slot].heldScopes = []
  }

  /// Removes what has an id from what is to begin later, in a scope and below it: it never begins.
  ///
  /// A cancellation that is part of a program itself has its place there. It leaves alone what comes after it in its
  /// own program.
  mutating func cancelQueued(_ id: CancelID, in scope: ScopeID, by canceller: EffectID?) {
    guard let holders = queued[id] else { return }
    let own = ancestors(of: canceller)
    for holder in holders.sorted where isLive(holder) && !own.contains(holder) {
      let isWithin = isWithin(nodes[holder.slot].origin.scope, scope)
      var removed: [Program] = []
      func rest(of program: Program) -> Program {
        program.removing(id, isWithin: isWithin, { self.isWithin($0, scope) }, { removed.append($0) })
      }
      switch nodes[holder.slot].kind {
      case .sequence(let members, let next):
        let kind = Node.Kind.sequence(Array(members[..<next]) + members[next...].map(rest), next: next)
        nodes[holder.slot].kind = kind
      case .limited(let program?, let limit):
        let program = rest(of: program)
        nodes[holder.slot].kind = .limited(program, limit)
      case .throttled(let program?, let throttle):
        let program = rest(of: program)
        nodes[holder.slot].kind = .throttled(program, throttle)
      default:
        break
      }
      for program in removed { drop(program, nodes[holder.slot].origin.route) }
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
