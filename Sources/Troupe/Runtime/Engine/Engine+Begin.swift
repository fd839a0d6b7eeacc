/// The rules of programs that begin. The engine is a value that the runtime owns, on the store's executor.
extension Engine {
  /// Begins the effect that a reducer returned: registers its work and queues its actions.
  mutating func begin(_ program: ResolvedEffect, _ origin: Origin) {
    if isShuttingDown, isOpen, isActive(origin.scope) {
      _ = begin(left(of: program, origin), parent: nil, ids: .none, origin)
    } else {
      _ = begin(program, parent: nil, ids: .none, origin)
    }
  }

  /// Begins a declared effect. Returns the node that contains the effect; nil if nothing of the effect is
  /// left to run.
  mutating func beginDeclared(_ program: ResolvedEffect, _ origin: Origin) -> EffectID? {
    guard isOpen, isActive(origin.scope) else { return begin(program, parent: nil, ids: .none, origin) }
    let program = isShuttingDown ? left(of: program, origin) : program
    let group = insert(.group, parent: nil, ids: .none, origin)
    return fill(group) { engine in
      _ = engine.begin(program, parent: group, ids: .none, origin)
    }
  }

  /// Registers work that runs inside an effect's task and has a separate id.
  ///
  /// Returns nil if the effect was cancelled or has ended. In that case, the engine doesn't track the work.
  mutating func beginSubtask(of effect: EffectID, id: CancelID, cancelInFlight: Bool) -> EffectID? {
    guard isOpen, isActive(effect), case .job(let leaf) = nodes[effect].kind else {
      return nil
    }
    let origin = nodes[effect].origin
    if cancelInFlight { cancel(id: id, in: origin.scope, by: effect) }
    return insert(.subtask(leaf), parent: effect, ids: CancelIDs(id), origin)
  }

  /// Begins a program below a parent. Returns the program's node; nil if nothing of the program is left to
  /// run.
  mutating func begin(
    _ program: ResolvedEffect,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID? {
    guard isOpen, isActive(origin.scope), parent.map({ isActive($0) }) != false else {
      drop(program, origin)
      return nil
    }
    switch program {
    case .work(let leaf):
      return insertJob(leaf, parent: parent, ids: ids, origin)
    case .timer(let pause):
      return begin(pause, parent: parent, ids: ids, origin)
    case .send(let leaf):
      return begin(leaf, parent: parent, ids: ids, origin)
    case .cancel(let id):
      cancel(id: id, in: origin.scope, by: parent)
      return nil
    case .cancelAll:
      cancelAll(in: origin.scope, by: parent)
      return nil
    case .merge(let members):
      if parent == nil, ids.isEmpty {
        for member in members { _ = begin(member, parent: nil, ids: .none, origin) }
        return nil
      }
      let group = insert(.group, parent: parent, ids: ids, origin)
      return fill(group) { engine in
        for member in members { _ = engine.begin(member, parent: group, ids: .none, origin) }
      }
    case .concatenate(let members):
      let sequence = insert(.group, parent: parent, ids: ids, origin)
      hold(HeldPrograms(members), by: sequence)
      return settled(sequence, isThere: advance(sequence))
    case .modified(let inner, .cancellable(let id, let cancelInFlight)):
      if cancelInFlight { cancel(id: id, in: origin.scope, by: parent) }
      return begin(inner, parent: parent, ids: ids.adding(id), origin)
    case .modified(let inner, .limited(let limit)):
      return beginLimited(inner, limit, parent: parent, ids: ids, origin)
    case .modified(let inner, .throttled(let throttle)):
      return beginThrottled(inner, throttle, parent: parent, ids: ids, origin)
    case .modified(let inner, .timed(let pause, let then)):
      return beginTimed(inner, pause: pause, then: then, parent: parent, ids: ids, origin)
    case .modified(let inner, .onShutdown(let behavior)):
      return begin(inner, behavior, parent: parent, ids: ids, origin)
    case .scoped(let inner, let scope, let route):
      return beginScoped(inner, scope, route, parent: parent, ids: ids, origin)
    }
  }

  // Code that doesn't recurse is in separate functions, because its local variables would take stack space at
  // each level.

  private mutating func begin(
    _ pause: OperatorTimer,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID? {
    if skipsWaits(of: origin) { return nil }
    // A pause sends no actions, so it doesn't need the route.
    var origin = origin
    origin.route = nil
    return insertJob(pause, parent: parent, ids: ids, origin)
  }

  private mutating func begin(
    _ leaf: any AnyQueuedAction,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID? {
    let leaf = origin.route?.queuedAction(leaf) ?? leaf
    if origin.declared == .refused {
      countDroppedAction(leaf.value, origin)
      return nil
    }
    let id = insert(.queuedAction(leaf), parent: parent, ids: ids, origin)
    emit(.deliver(id, leaf))
    return id
  }

  private mutating func begin(
    _ inner: ResolvedEffect,
    _ behavior: OnShutdown,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID? {
    var inside = origin
    inside.onShutdown = behavior
    return begin(inner, parent: parent, ids: ids, inside)
  }

  private mutating func beginScoped(
    _ inner: ResolvedEffect,
    _ scope: ScopeID,
    _ route: (any AnyActionRoute)?,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID? {
    var inScope = origin
    inScope.scope = scope
    inScope.route = route
    if ids.isEmpty { return begin(inner, parent: parent, ids: .none, inScope) }
    // The ids were set outside the scope, so only a cancellation outside the scope finds these ids.
    let group = insert(.group, parent: parent, ids: ids, origin)
    return fill(group) { engine in
      _ = engine.begin(inner, parent: group, ids: .none, inScope)
    }
  }

  private mutating func beginTimed(
    _ inner: ResolvedEffect,
    pause: OperatorTimer,
    then: (any AnyQueuedAction)?,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID? {
    let node = insert(.timed(body: nil, timer: nil, then: then), parent: parent, ids: ids, origin)
    return fill(node) { engine in
      guard let body = engine.begin(inner, parent: node, ids: .none, origin) else { return }
      let timer = engine.begin(.timer(pause), parent: node, ids: .none, origin)
      engine.nodes.setTimed(node, body: body, timer: timer)
    }
  }

  private mutating func insertJob(
    _ leaf: any AnyWork,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID {
    let id = insert(.job(leaf), parent: parent, ids: ids, origin)
    starts.append(id)
    return id
  }

  mutating func insert(
    _ kind: EffectNode.Kind,
    parent: EffectID?,
    ids: CancelIDs,
    _ origin: Origin
  ) -> EffectID {
    let id = nodes.insert(kind, number: makeNumber(), parent: parent, ids: ids, origin)
    if parent == nil { cascades.add(id, to: origin.cascade) }
    if nodes[id].isMember { scopes.add(id, to: origin.scope) }
    index.insert(id, ids, in: origin.scope)
    return id
  }

  /// Begins several parts of a node in one step. Returns the node; nil if nothing of the node is left to run.
  mutating func fill(_ id: EffectID, _ begin: (inout Engine) -> Void) -> EffectID? {
    settled(id, isThere: add(to: id, begin))
  }

  /// Returns a node that was just begun. If nothing of the node is left to run, the method removes the node
  /// and returns nil.
  mutating func settled(_ id: EffectID, isThere: Bool) -> EffectID? {
    if isThere { return id }
    if let permit = remove(id) { followUps.append(permit) }
    return nil
  }

  /// Begins the programs that a node holds, in order, until the node has to wait for one of these programs.
  /// Returns false if the node doesn't have to wait, because nothing of the node is left to run.
  mutating func advance(_ id: EffectID) -> Bool {
    while !nodes[id].isCancelled, let program = held.popFirst(of: id) {
      let origin = nodes[id].origin
      if case .throttled(let throttle) = nodes[id].kind { openWindow(of: throttle, in: origin.scope) }
      let isThere = add(to: id) { engine in
        _ = engine.begin(program, parent: id, ids: .none, origin)
      }
      if held.isEmpty(id) { releaseHeld(by: id) }
      if isThere { return true }
    }
    return false
  }

  /// Begins programs in a node and keeps the node until all of them have begun. Returns whether the node has
  /// any children after all these programs have begun.
  private mutating func add(to id: EffectID, _ begin: (inout Engine) -> Void) -> Bool {
    assert(isLive(id), "A program was started in a node that doesn't exist.")
    nodes.beginFilling(id)
    begin(&self)
    nodes.endFilling(id)
    return nodes[id].hasChildren
  }

  /// Counts the actions of a program that never begins.
  mutating func drop(_ program: ResolvedEffect, _ origin: Origin) {
    if case .send(let leaf) = program {
      countDroppedAction((origin.route?.queuedAction(leaf) ?? leaf).value, origin)
    }
    var inner = origin
    if case .scoped(_, _, let its) = program { inner.route = its }
    program.forEachChild { drop($0, inner) }
  }
}
