/// The changes to the feature tree, and their consequences. All members belong to the store's executor.
extension Runtime {
  /// Changes the feature tree, and then applies the resulting changes: updates a turn's duties, and handles
  /// the subscriptions of removed features.
  @inline(__always)
  func changeTree<Result>(_ change: (inout FeatureTree) -> Result) -> Result {
    let result = change(&tree)
    if let changes = tree.takeChanges() { apply(changes) }
    return result
  }

  @inline(never)
  private func apply(_ changes: FeatureTree.Changes) {
    if let supervision { for scope in changes.ended { supervision.remove(scope) } }
    updateDuties()
    for feature in changes.gone { feature.end(self) }
    withExtendedLifetime(changes) {}
  }

  /// The identities that children have changed during the current action.
  var identityChanges: IdentityChanges { effectState?.pointee.tree.identityChanges ?? IdentityChanges() }

  /// Notifies the listeners that a child's state was removed without an action.
  func tellDismissed(_ path: ScopePath) { engine.tell(.dismissed(path)) }

  /// Dismisses the nearest dismissible feature, starting with an effect's feature and continuing upwards.
  func dismiss(from effect: RunningEffect, at location: CallSite) {
    enter { if !Task.isCancelled { dismissNearest(from: effect, at: location) } }
  }

  private func dismissNearest(from effect: RunningEffect, at location: CallSite) {
    // A cancelled effect has nothing to dismiss.
    guard let scope = engine.scope(of: effect.id), let cascade = engine.accepts(effect.id),
      !isCancelled(cascade)
    else {
      if effect.hasEnded { DismissEffect.reportEnded(effect, at: location) }
      return
    }
    var obstacles: [DismissalObstacle] = []
    var next = tree.node(of: scope)
    while let node = next {
      switch node.dismissal {
      case .impossible(let obstacle):
        if let obstacle { obstacles.append(obstacle) }
        next = node.parent
      case .action(let action):
        if let tracer { recordArrival(from: effect.id, in: tracer) }
        return runTurn(for: cascade) { core.reduce(action, cascade) }
      case .removal(let remove):
        if let tracer { recordArrival(from: effect.id, in: tracer) }
        return runTurn(for: cascade) { core.dismiss(engine.path(of: node.scope), remove) }
      }
    }
    if !core.dismissRoot() { DismissEffect.reportNothingToDismiss(by: effect, obstacles, at: location) }
  }
}
