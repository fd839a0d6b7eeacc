extension ChildOperator {
  /// The node of the parent that a child is one of; nil where it isn't that of the site.
  ///
  /// An operator that the store has resolved is where its site is. One that was run by hand is there if it
  /// ran on the state of the site: in the same memory, or, where a reducer has worked on a copy, if the child
  /// is in the site's state by a number that no other child has.
  func parent(of effect: ChildEffect, _ key: Key, at site: EffectSite) -> FeatureNode<Parent>? {
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
    at outer: EffectSite,
    in node: AnyFeatureNode,
    _ route: ActionRoute<ChildAction>,
    address: StateAddress?
  ) -> PlacedProgram {
    let site = EffectSite(
      node: node,
      address: address,
      route: route,
      isMapped: outer.isMapped || effect.actions != nil,
      work: LeafMap.joined(effect.work, outer.work),
      runtime: outer.runtime
    )
    let placed = effect.program.placed(at: site)
    // What is placed deeper already is not of this scope.
    if case .scoped = placed { return placed }
    return .scoped(placed, node.scope, route)
  }

  /// The route of the parent's actions from a site; nil where they are the store's.
  func route(of effect: ChildEffect, at site: EffectSite) -> ActionRoute<ParentAction>? {
    guard let actions = effect.actions else {
      guard let route = site.route else { return nil }
      // As `ActionRoute.cast`, which would look up the metadata of the route's type.
      precondition(
        ObjectIdentifier(type(of: route)) == outerType,
        "The route of an effect is that of other actions."
      )
      return unsafeDowncast(route, to: ActionRoute<ParentAction>.self)
    }
    return ActionRoute { [outer = site.route] action in
      let leaf = actions.delivery(Delivery(action))
      return outer?.delivery(leaf) ?? leaf
    }
  }

  func reportMisplacement() {
    reportIssue(
      """
      An effect of \(Child.self) was returned where its parent's state, \(Parent.self), isn't known. It runs, and \
      doesn't end when its state goes away.

      The likely cause is a reducer of another state that was called with `reduce(into:action:)`, and whose effect was \
      mapped. Embed the reducer with `Scope`, `ifLet`, `ifCaseLet` or `forEach` instead.
      """,
      at: position.location
    )
  }
}
