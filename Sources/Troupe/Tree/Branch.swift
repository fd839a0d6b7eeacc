/// A place in the tree of features that has, or has below it, something that runs.
///
/// Branches know the types of their states, which the engine doesn't: they tell after each action whose state has gone.
/// They exist only as long as something runs. All of it belongs to the executor of the store.
class AnyBranch {
  /// The scope that the effects here belong to.
  let scope: ScopeID
  /// The branch that this one is part of; nil for the root.
  private(set) unowned var parent: AnyBranch?

  init(scope: ScopeID, parent: AnyBranch?) {
    self.scope = scope
    self.parent = parent
  }

  /// Makes actions of this place into actions of the parent.
  var embedding: (any LeafMap)? { nil }

  /// What `dismiss()` does here.
  var dismissal: Dismissal { .impossible }

  /// Leaves the parent: nothing runs here any more.
  func detach() {}
}

/// What `dismiss()` does in a place.
enum Dismissal {
  /// It is a matter of the places further up.
  case impossible
  /// It sends the parent an action.
  case action(any DeliveryLeaf)
  /// It takes the state out of the parent's.
  case removal(() -> Void)
}

/// A branch with its state.
class Branch<State>: AnyBranch {
  /// The operators below which something runs.
  private var probes: [Probe<State>] = []

  /// Changes the state in place; nothing happens when it isn't there.
  func reach(_ body: (inout State) -> Void) {
    preconditionFailure("A branch has to know where its state is.")
  }

  final var isEmpty: Bool { probes.isEmpty }

  /// Ends the scopes below whose state has gone.
  final func reconcile(_ state: inout State, _ runtime: Runtime) {
    for probe in probes { probe.reconcile(&state, runtime) }
    // Usually all of them stay.
    if probes.contains(where: \.isIdle) { probes.removeAll(where: \.isIdle) }
  }

  /// Ends all scopes below.
  final func end(_ runtime: Runtime) {
    for probe in probes { probe.end(runtime) }
    probes = []
  }

  /// Forgets all that is below, which has ended.
  final func forget(_ runtime: Runtime) {
    for probe in probes { probe.forget(runtime) }
    probes = []
  }

  /// The probe of an operator.
  final func probe<Found: Probe<State>>(of position: Position, _ make: () -> Found) -> Found {
    for probe in probes where probe.position == position {
      if let probe = probe as? Found { return probe }
    }
    let probe = make()
    probes.append(probe)
    return probe
  }

  /// Removes a probe that has nothing to look at any more.
  func remove(_ probe: Probe<State>) {
    probes.removeAll { $0 === probe }
  }
}

/// What looks at the children of one operator in one branch.
class Probe<State> {
  let position: Position
  unowned let branch: Branch<State>

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
