/// The rules of cancellations. A cancellation that is part of an effect doesn't end that effect. If a
/// cancellation applies to a node that contains the cancellation, only the parts of that node that have begun
/// are cancelled.
///
/// The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  /// Cancels the effects with an id, in the scope of the calling effect and in the scopes below it.
  mutating func cancel(id: CancelID, onBehalfOf effect: EffectID) {
    if let scope = scope(of: effect) { cancel(id: id, in: scope) }
  }

  /// Cancels the effects with an id, in a scope and in the scopes below it. If the cancellation is part of a
  /// program, `canceller` is the cancellation's parent node.
  mutating func cancel(id: CancelID, in scope: ScopeID, by canceller: EffectID? = nil) {
    sparing(canceller) { engine in
      engine.cancelHeld(id, in: scope)
      if scope == .root {
        engine.cancelAll(engine.index.nodes(id, in: .root))
      } else {
        for below in engine.scopes.subtree(of: scope) {
          engine.cancelAll(engine.index.nodes(id, in: below))
        }
      }
    }
  }

  /// Cancels everything in a scope and in the scopes below it. If the cancellation is part of a program,
  /// `canceller` is the cancellation's parent node.
  mutating func cancelAll(in scope: ScopeID, by canceller: EffectID? = nil) {
    sparing(canceller) { engine in
      engine.cancelHeld(nil, in: scope)
      for below in engine.scopes.subtree(of: scope) {
        engine.cancelAll(engine.scopes.members(of: below).map { engine.nodes[$0].id })
      }
    }
  }

  /// Performs a cancellation while the nodes that contain the cancellation are marked, so that these nodes
  /// don't end.
  private mutating func sparing(_ canceller: EffectID?, _ cancel: (inout Engine) -> Void) {
    guard let canceller, isLive(canceller) else { return cancel(&self) }
    nodes.setAroundCanceller(canceller, true)
    cancel(&self)
    nodes.setAroundCanceller(canceller, false)
  }

  /// Cancels the parts that have begun in a node that contains the cancellation, except for other nodes that
  /// contain the cancellation.
  private mutating func cancelBeside(_ id: EffectID) {
    var next: EffectID? = id
    while let id = next {
      next = nil
      for child in nodes.children(of: id) {
        if nodes[child].isAroundCanceller {
          next = child
        } else if case .timed(_, child?, _) = nodes[id].kind {
          // The timer applies to the whole node, which continues.
        } else {
          cancel(child)
        }
      }
    }
  }

  /// Cancels everything that a cascade's action has caused.
  mutating func cancel(_ cascade: CascadeID) {
    guard isLive(cascade) else { return }
    cancelAll(cascades.roots(of: cascade).map { nodes[$0].id })
  }

  private mutating func cancelAll(_ ids: [EffectID]) {
    // The outermost node that contains the cancellation also contains the other such nodes.
    var isBesideDone = false
    for id in ids {
      guard isLive(id), nodes[id].isAroundCanceller else {
        cancel(id)
        continue
      }
      if !isBesideDone { cancelBeside(id) }
      isBesideDone = true
    }
  }

  private mutating func cancelAll(_ ids: EffectSet?) {
    guard let ids else { return }
    // The most frequent case needs no array.
    if let only = ids.only, !nodes[only].isAroundCanceller {
      cancel(only)
    } else {
      cancelAll(ids.sorted)
    }
  }

  /// Cancels a node and all nodes below it. Work that hasn't started never starts. The node of running work
  /// stays until the work has ended.
  mutating func cancel(_ id: EffectID) {
    guard isActive(id) else { return }
    nodes.cancel(id)
    unindex(id)
    switch nodes[id].kind {
    case .job where !nodes[id].isStarted:
      if hasListeners, let snapshot = snapshot(of: id) { tell(.effectCancelled(snapshot)) }
      finish(id)
    case .job:
      emit(.cancel(id))
      if hasListeners, let snapshot = snapshot(of: id) { tell(.effectCancelled(snapshot)) }
      cancelChildren(of: id)
    case .subtask:
      emit(.cancel(id))
    case .queuedAction(let leaf):
      countDroppedAction(leaf.value, nodes[id].origin)
      finish(id)
    case .group, .limited, .throttled, .timed:
      dropHeld(by: id)
      cancelChildren(of: id)
      finishIfEmpty(id)
    case .reducing, .vacant:
      break
    }
  }

  mutating func cancelChildren(of id: EffectID) { cancelAll(nodes.children(of: id)) }

  /// Drops all actions that are waiting to be reduced in the turn, and all actions that begin in their place.
  /// Returns the number of dropped actions.
  mutating func dropDeliveries() -> Int {
    let before = droppedActions
    while true {
      followUp()
      let waiting = nodes.all.filter { if case .queuedAction = $0.kind { true } else { false } }
      if waiting.isEmpty { return droppedActions - before }
      cancelAll(waiting.map(\.id).sorted())
    }
  }

  /// Removes a node from the index of ids.
  mutating func unindex(_ id: EffectID) {
    if nodes[id].ids.isEmpty { return }
    index.remove(id, nodes[id].ids, in: nodes[id].origin.scope)
  }
}
