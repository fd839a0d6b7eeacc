extension Runtime {
  /// Keeps the node of a scope, so that it can be found by the scope.
  func keep(_ node: AnyFeatureNode) {
    featureNodes.set(node, at: node.scope.slot)
    updateDuties()
  }

  /// Forgets the node of a scope that has ended.
  func forget(_ node: AnyFeatureNode) {
    guard featureNode(of: node.scope) === node else { return }
    featureNodes.remove(at: node.scope.slot)
    supervision?.remove(node.scope)
    updateDuties()
  }

  private func featureNode(of scope: ScopeID) -> AnyFeatureNode? {
    guard let node = featureNodes[scope.slot], node.scope == scope else { return nil }
    return node
  }

  /// Ends an empty scope. A new one is opened when something runs there again.
  func endIdle(_ scope: ScopeID) {
    let node = featureNode(of: scope)
    guard engine.isIdle(scope), node?.isDeclaring != true else { return }
    engine.endScope(scope)
    guard let node else { return }
    forget(node)
    node.detach()
  }

  /// Dismisses the nearest feature that can be dismissed, from the feature of an effect upwards.
  func dismiss(from effect: RunningEffect, at location: SourceLocation) {
    enter { if !Task.isCancelled { dismissNearest(from: effect, at: location) } }
  }

  private func dismissNearest(from effect: RunningEffect, at location: SourceLocation) {
    // An effect that was cancelled has nothing to dismiss any more.
    guard let scope = engine.scope(of: effect.id), let cascade = engine.accepts(effect.id),
      !isCancelled(cascade)
    else {
      if effect.hasEnded { DismissEffect.reportEnded(effect, at: location) }
      return
    }
    var obstacles: [DismissalObstacle] = []
    var next = featureNode(of: scope)
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
