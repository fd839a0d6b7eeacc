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
  let identity: ScopeIdentity
  /// Whether the probe still looks at it.
  fileprivate(set) var isOpen = true
  private unowned let probe: ChildProbe<Parent, ParentAction, Key, Child, ChildAction>

  init(
    probe: ChildProbe<Parent, ParentAction, Key, Child, ChildAction>,
    key: Key,
    identity: ScopeIdentity,
    scope: ScopeID
  ) {
    self.probe = probe
    self.key = key
    self.identity = identity
    super.init(scope: scope, parent: probe.branch)
  }

  private var child: Operator { probe.child }

  override var embedding: (any LeafMap)? { child.embedding(key) }

  override var dismissal: Dismissal {
    switch child.dismissal {
    case .impossible: .impossible
    case .action(let action): .action(Delivery(action(key)))
    case .removal: .removal { [self] in probe.branch.reach { [self] in child.access.remove?(&$0, key) } }
    }
  }

  override func reach(_ body: (inout Child) -> Void) {
    probe.branch.reach { parent in _ = child.access.modify(&parent, key) { state, _ in body(&state) } }
  }

  override func remove(_ probe: Probe<Child>) {
    super.remove(probe)
    if isEmpty, !child.hasLifetime { detach() }
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

  let child: Operator
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

  override var isIdle: Bool { kids.isEmpty }

  /// The branch of a child, opened where it isn't there; nil when nothing may begin any more.
  func open(_ key: Key, _ identity: ScopeIdentity, _ runtime: Runtime) -> Kid? {
    if let kid = kids[key] {
      if !child.hasLifetime || kid.identity == identity { return kid }
      end(kid, runtime)
    }
    var scope = branch.scope
    if child.hasLifetime {
      guard let opened = runtime.engine.openScope(in: scope, child.component(key)) else { return nil }
      scope = opened
    }
    let kid = Kid(probe: self, key: key, identity: identity, scope: scope)
    kids[key] = kid
    order.append(kid)
    if child.hasLifetime { runtime.keep(kid) }
    return kid
  }

  /// Drops a kid in which nothing runs any more.
  func remove(_ kid: Kid) {
    guard kid.isOpen else { return }
    close(kid)
    if kids.isEmpty { branch.remove(self) }
  }

  override func reconcile(_ state: inout Parent, _ runtime: Runtime) {
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
    for kid in order[start...] where kid.isOpen { look(at: kid, &state, runtime) }
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
    kids[kid.key] = nil
    kid.isOpen = false
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
    for kid in order where kid.isOpen { end(kid, runtime) }
  }

  override func forget(_ runtime: Runtime) {
    for kid in order where kid.isOpen {
      close(kid)
      runtime.drop(kid)
      kid.forget(runtime)
    }
  }
}
