/// The branch of a child that an operator embeds.
final class ChildBranch<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>:
  Branch<Child>
{
  typealias Operator = ChildOperator<Parent, ParentAction, Key, Child, ChildAction>

  let key: Key
  private(set) var identity = ScopeIdentity()
  /// Whether the probe looks at it.
  private(set) var isOpen = false
  /// The way of the child's actions, and what it was made from, as it was needed last.
  private var way: (child: Operator, outer: ActionRoute<ParentAction>?, route: ActionRoute<ChildAction>)?
  /// Whether the way is kept for the next time, when nothing runs here.
  private var keepsWay = true
  private unowned let probe: ChildProbe<Parent, ParentAction, Key, Child, ChildAction>

  init(
    probe: ChildProbe<Parent, ParentAction, Key, Child, ChildAction>,
    key: Key
  ) {
    self.probe = probe
    self.key = key
    super.init(scope: probe.branch.scope, parent: probe.branch)
  }

  fileprivate func open(_ identity: ScopeIdentity, _ scope: ScopeID) {
    self.identity = identity
    self.scope = scope
    isOpen = true
  }

  fileprivate func close() {
    // It may hold an id of the user's.
    identity = ScopeIdentity()
    if !keepsWay { way = nil }
    isOpen = false
  }

  private var child: Operator { probe.child }

  /// The way of the child's actions, which an operator embeds in the parent's.
  ///
  /// - Parameters:
  ///   - child: The operator.
  ///   - outer: The way of the parent's actions; nil where they are the store's.
  ///   - isKept: Whether the way is good for the next time, too, and holds nothing that a user made for this one.
  func route(
    of child: Operator,
    within outer: ActionRoute<ParentAction>?,
    isKept: Bool
  ) -> ActionRoute<ChildAction> {
    keepsWay = isKept
    if let way, way.child === child, way.outer === outer { return way.route }
    let route = child.route(key, within: outer)
    way = (child, outer, route)
    return route
  }

  override var dismissal: Dismissal {
    switch child.dismissal {
    case .impossible: .impossible
    case .action(let action): .action(delivery(of: action(key), on: way?.outer))
    case .removal: .removal { [self] in probe.branch.reach { [self] in child.access.remove?(&$0, key) } }
    }
  }

  override func reach(_ body: (inout Child) -> Void) {
    probe.branch.reach { parent in _ = child.access.modify(&parent, key) { state, _ in body(&state) } }
  }

  override func probeBecameIdle() {
    if !child.hasLifetime, isEmpty { detach() }
  }

  override func detach() {
    probe.remove(self)
  }
}

/// What looks at the children of an operator.
final class ChildProbe<
  Parent,
  ParentAction: Sendable,
  Key: Hashable & Sendable,
  Child,
  ChildAction: Sendable
>:
  Probe<Parent>
{
  typealias Kid = ChildBranch<Parent, ParentAction, Key, Child, ChildAction>
  typealias Operator = ChildOperator<Parent, ParentAction, Key, Child, ChildAction>

  /// The operator; while nothing runs, the one that comes next may take its place.
  private(set) var child: Operator
  /// The kid of an operator that has only one, once it was there.
  private var only: Kid?
  /// The kids of other operators.
  private var kids: [Key: Kid] = [:]
  /// The kids in the order in which they came, and some that have left meanwhile. A dictionary has no order that would
  /// be the same in the next run, and what ends together has to end in one.
  private var order: [Kid] = []
  /// How many of them had come when it looked last.
  private var knownCount = 0
  private var token: ChangeToken?

  init(child: Operator, branch: Branch<Parent>) {
    self.child = child
    super.init(position: child.position, branch: branch)
  }

  override var isIdle: Bool {
    if child.isSingle { return only?.isOpen != true }
    return kids.isEmpty
  }

  /// The probe of an operator in a branch, made where it isn't there.
  static func of(_ child: Operator, in branch: Branch<Parent>) -> ChildProbe {
    guard let found = branch.probe(at: child.position, child.probeType) else {
      let probe = ChildProbe(child: child, branch: branch)
      branch.add(probe)
      return probe
    }
    // It was asked for by its type; it is checked in debug builds.
    let probe = unsafeDowncast(found, to: ChildProbe.self)
    if probe.isIdle { probe.child = child }
    return probe
  }

  /// The branch of a child, opened where it isn't there; nil when nothing may begin any more.
  func open(_ key: Key, _ identity: ScopeIdentity, _ runtime: Runtime) -> Kid? {
    if let kid = child.isSingle ? only : kids[key], kid.isOpen {
      if !child.hasLifetime || kid.identity == identity { return kid }
      end(kid, runtime)
    }
    var scope = branch.scope
    if child.hasLifetime {
      guard let opened = runtime.engine.openScope(in: scope, child.component(key)) else { return nil }
      scope = opened
    }
    let kid = only ?? Kid(probe: self, key: key)
    kid.open(identity, scope)
    if child.isSingle {
      only = kid
    } else {
      kids[key] = kid
      order.append(kid)
    }
    if child.hasLifetime { runtime.keep(kid) }
    return kid
  }

  /// Drops a kid in which nothing runs any more.
  func remove(_ kid: Kid) {
    guard kid.isOpen else { return }
    close(kid)
    if isIdle { rest() }
  }

  private func rest() {
    forgetOrder()
    branch.probeBecameIdle()
  }

  /// Holds on to nothing that was there.
  private func forgetOrder() {
    if child.isSingle { return }
    order = []
    knownCount = 0
    token = nil
  }

  override func reconcile(_ state: inout Parent, _ runtime: Runtime) {
    if child.isSingle {
      if let only { look(at: only, &state, runtime) }
    } else {
      lookAtKids(&state, runtime)
    }
    if isIdle { rest() }
  }

  private func lookAtKids(_ state: inout Parent, _ runtime: Runtime) {
    if let changes = child.access.changes, let token {
      switch changes(&state, token) {
      case .nothing:
        if knownCount == order.count { return }
        look(from: knownCount, &state, runtime)
      case .these(let keys):
        for key in keys { if let kid = kids[key] { look(at: kid, &state, runtime) } }
        look(from: knownCount, &state, runtime)
      case .unknown:
        look(from: 0, &state, runtime)
      }
    } else {
      look(from: 0, &state, runtime)
    }
    token = child.access.watch?(&state, token)
    if order.count > 2 * kids.count + 16 { order.removeAll { !$0.isOpen } }
    knownCount = order.count
  }

  private func look(from start: Int, _ state: inout Parent, _ runtime: Runtime) {
    for index in start..<order.count where order[index].isOpen { look(at: order[index], &state, runtime) }
  }

  private func look(at kid: Kid, _ state: inout Parent, _ runtime: Runtime) {
    var isAlive = false
    _ = child.access.modify(&state, kid.key) { [self] state, generation in
      isAlive = !child.hasLifetime || child.identity(state, generation: generation) == kid.identity
      if isAlive { kid.reconcile(&state, runtime) }
    }
    if !isAlive { end(kid, runtime) }
    if !child.hasLifetime, kid.isOpen, kid.isEmpty { close(kid) }
  }

  private func close(_ kid: Kid) {
    if !child.isSingle { kids[kid.key] = nil }
    kid.close()
  }

  private func end(_ kid: Kid, _ runtime: Runtime) {
    close(kid)
    if child.hasLifetime {
      runtime.engine.endScope(kid.scope)
      runtime.drop(kid)
      kid.forget(runtime)
    } else {
      kid.end(runtime)
    }
  }

  override func end(_ runtime: Runtime) {
    forEachOpen { end($0, runtime) }
  }

  override func forget(_ runtime: Runtime) {
    forEachOpen { kid in
      close(kid)
      runtime.drop(kid)
      kid.forget(runtime)
    }
  }

  private func forEachOpen(_ body: (Kid) -> Void) {
    if let only, only.isOpen { body(only) }
    for kid in order where kid.isOpen { body(kid) }
    forgetOrder()
  }
}
