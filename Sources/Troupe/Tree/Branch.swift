/// A place in the tree of features that has, or has below it, something that runs.
///
/// Branches know the types of their states, which the engine doesn't: they tell after each action whose state has gone.
/// They are made when something begins to run. The branch of a child that is the only one of its operator is kept for
/// the next time. All of it belongs to the executor of the store.
///
/// What happens in every turn does without arrays, dictionaries and casts of types that depend on a state's: Swift looks
/// the metadata of such types up each time.
class AnyBranch {
  /// The scope that the effects here belong to.
  var scope: ScopeID
  /// The branch that this one is part of; nil for the root.
  private(set) unowned var parent: AnyBranch?
  /// The type of the state.
  fileprivate let state: ObjectIdentifier

  fileprivate init(scope: ScopeID, parent: AnyBranch?, state: ObjectIdentifier) {
    self.scope = scope
    self.parent = parent
    self.state = state
  }

  /// What `dismiss()` does here.
  var dismissal: Dismissal { .impossible }

  /// Leaves the parent: nothing runs here any more.
  func detach() {}

  /// This branch as one of a type of state; nil when it is another's. A cast would look up the metadata of `Branch`.
  final func of<State>(_ state: State.Type) -> Branch<State>? {
    // Only a `Branch<State>` says that it is of this state; it is checked in debug builds.
    self.state == ObjectIdentifier(state) ? unsafeDowncast(self, to: Branch<State>.self) : nil
  }
}

/// What `dismiss()` does in a place.
enum Dismissal {
  /// It is a matter of the places further up.
  case impossible
  /// It sends the store an action.
  case action(any DeliveryLeaf)
  /// It takes the state out of the parent's.
  case removal(() -> Void)
}

/// A branch with its state.
class Branch<State>: AnyBranch {
  /// The probes of the operators below which something runs, or has run, in the order in which they came.
  private var firstProbe: Probe<State>?

  init(scope: ScopeID, parent: AnyBranch?) {
    super.init(scope: scope, parent: parent, state: ObjectIdentifier(State.self))
  }

  /// Changes the state in place; nothing happens when it isn't there.
  func reach(_ body: (inout State) -> Void) {
    preconditionFailure("A branch has to know where its state is.")
  }

  /// Whether nothing runs below.
  final var isEmpty: Bool { firstProbe { !$0.isIdle } == nil }

  /// Ends the scopes below whose state has gone.
  final func reconcile(_ state: inout State, _ runtime: Runtime) {
    forEachProbe { if !$0.isIdle { $0.reconcile(&state, runtime) } }
  }

  /// Ends all scopes below.
  final func end(_ runtime: Runtime) {
    forEachProbe { $0.end(runtime) }
  }

  /// Forgets all that is below, which has ended.
  final func forget(_ runtime: Runtime) {
    forEachProbe { $0.forget(runtime) }
  }

  /// The probe of an operator that is there.
  ///
  /// - Parameters:
  ///   - position: Where the operator stands.
  ///   - type: The type of the probe.
  final func probe(at position: Position, _ type: ObjectIdentifier) -> Probe<State>? {
    firstProbe { $0.position == position && ObjectIdentifier(Swift.type(of: $0)) == type }
  }

  /// Adds the probe of an operator.
  final func add(_ probe: Probe<State>) {
    guard var last = firstProbe else { return firstProbe = probe }
    while let next = last.next { last = next }
    last.next = probe
  }

  /// Takes note that nothing runs below an operator any more.
  func probeBecameIdle() {}

  private func firstProbe(where isWanted: (Probe<State>) -> Bool) -> Probe<State>? {
    var next = firstProbe
    while let probe = next, !isWanted(probe) { next = probe.next }
    return next
  }

  private func forEachProbe(_ body: (Probe<State>) -> Void) {
    _ = firstProbe { probe in
      body(probe)
      return false
    }
  }
}

/// What looks at the children of one operator in one branch.
class Probe<State> {
  let position: Position
  unowned let branch: Branch<State>
  /// The one after it in its branch.
  fileprivate(set) final var next: Probe<State>?

  init(position: Position, branch: Branch<State>) {
    self.position = position
    self.branch = branch
  }

  /// Whether there is nothing to look at.
  var isIdle: Bool { true }
  /// Ends the scopes whose state has gone.
  func reconcile(_ state: inout State, _ runtime: Runtime) {}
  /// Ends all of its scopes.
  func end(_ runtime: Runtime) {}
  /// Forgets all of its scopes, which have ended.
  func forget(_ runtime: Runtime) {}
}

/// The branch of the whole state.
final class RootBranch<State, Action: Sendable>: Branch<State> {
  private unowned let core: RootCore<State, Action>

  init(core: RootCore<State, Action>) {
    self.core = core
    super.init(scope: .root, parent: nil)
  }

  override func reach(_ body: (inout State) -> Void) { core.change(body) }
}
