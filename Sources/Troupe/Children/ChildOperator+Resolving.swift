extension ChildOperator {
  /// Returns the node of the child's parent; nil if that node isn't the site's node.
  ///
  /// An operator that the store has resolved is at its site. An operator that user code ran with
  /// `reduce(into:action:)` is at the site if the operator ran on the site's state. The operator ran on the
  /// site's state in two cases: the state is at the same address, or a reducer worked on a copy and the
  /// site's state contains the child under a number that no other child has.
  func parent(of effect: ChildEffect, _ key: Key, at site: ResolutionContext) -> FeatureNode<Parent>? {
    guard let parent = site.node.of(Parent.self), let siteAddress = site.address else { return nil }
    guard let address = effect.parentAddress, address != siteAddress else { return parent }
    var isThere = false
    parent.reach { [self] state in
      guard let identity = identity(in: &state, key) else { return }
      isThere =
        identity.generation != 0 && identity.generation == effect.identity.generation
        || identity.number != 0 && [effect.identity.number, effect.successor].contains(identity.number)
    }
    return isThere ? parent : nil
  }

  func place(
    _ effect: ChildEffect,
    at outer: ResolutionContext,
    in node: AnyFeatureNode,
    _ route: ActionRoute<ChildAction>,
    address: StateAddress?,
    _ tree: inout FeatureTree
  ) -> ResolvedEffect {
    let site = ResolutionContext(
      node: node,
      address: address,
      route: route,
      isMapped: outer.isMapped || effect.actions != nil,
      work: EffectTransform.joined(effect.work, outer.work)
    )
    let placed = effect.program.resolved(at: site, &tree)
    // A program that is already placed at a deeper site doesn't belong to this scope.
    if case .scoped = placed { return placed }
    return .scoped(placed, node.scope, route)
  }

  /// Returns the route of the parent's actions from a site; nil if the parent's actions are the store's
  /// actions.
  func route(of effect: ChildEffect, at site: ResolutionContext) -> ActionRoute<ParentAction>? {
    guard let actions = effect.actions else {
      guard let route = site.route else { return nil }
      // The following code has the same result as `ActionRoute.cast`, without the lookup of the metadata of
      // the route's type.
      precondition(
        ObjectIdentifier(type(of: route)) == outerType,
        "The effect's route has a different action type."
      )
      return unsafeDowncast(route, to: ActionRoute<ParentAction>.self)
    }
    return ActionRoute { [outer = site.route] action in
      let leaf = actions.queuedAction(QueuedAction(action))
      return outer?.queuedAction(leaf) ?? leaf
    }
  }

  func reportMisplacement() {
    reportIssue(
      """
      An effect of a child with the state \(TypeName(Child.self).full) was returned, but the store doesn't know the state of \
      the child's parent, \(TypeName(Parent.self).full). The effect runs, but doesn't end when the child's state is removed.

      The likely cause is a reducer of another state that was called with `reduce(into:action:)`, and whose effect was \
      mapped. Embed the reducer with `Scope`, `ifLet`, `ifCaseLet` or `forEach` instead.
      """,
      at: position.location
    )
  }
}
