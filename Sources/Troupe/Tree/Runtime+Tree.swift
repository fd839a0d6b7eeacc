extension Runtime {
  /// Keeps the branch of a scope, to be found by it.
  final func keep(_ branch: AnyBranch) {
    let slot = branch.scope.slot
    while branches.count <= slot { branches.append(nil) }
    if branches[slot] == nil { liveBranches += 1 }
    branches[slot] = branch
    updateDuties()
  }

  /// Forgets the branch of a scope that has ended.
  final func drop(_ branch: AnyBranch) {
    let slot = branch.scope.slot
    guard self.branch(of: branch.scope) === branch else { return }
    branches[slot] = nil
    while let last = branches.last, last == nil { branches.removeLast() }
    liveBranches -= 1
    updateDuties()
  }

  private func branch(of scope: ScopeID) -> AnyBranch? {
    guard scope.slot < branches.count, let branch = branches[scope.slot], branch.scope == scope else {
      return nil
    }
    return branch
  }

  /// Ends a scope in which nothing is, until something is again.
  final func endIdle(_ scope: ScopeID) {
    guard engine.isIdle(scope) else { return }
    engine.endScope(scope)
    guard let branch = branch(of: scope) else { return }
    drop(branch)
    branch.detach()
  }

  /// Dismisses the nearest feature that can be, from that of an effect on upwards.
  final func dismiss(from effect: RunningEffect, at location: SourceLocation) {
    takeMail()
    guard !Task.isCancelled else { return }
    // An effect that was cancelled has nothing to dismiss any more.
    guard let cascade = engine.accepts(effect.id), !isCancelled(cascade) else {
      if effect.hasEnded { DismissEffect.reportEnded(effect, at: location) }
      return
    }
    var next = branch(of: engine.nodes[effect.id.slot].origin.scope)
    while let branch = next {
      switch branch.dismissal {
      case .impossible:
        next = branch.parent
      case .action(let action):
        reduce(action, cascade)
        return endTurn()
      case .removal(let remove):
        dismiss(engine.path(of: branch.scope), remove)
        return endTurn()
      }
    }
    if !dismissRoot() { DismissEffect.reportNothingToDismiss(at: location) }
  }
}
