/// The runtime as the host of subscriptions. All members belong to the store's executor, except the method
/// that is documented as callable from any context.
extension Runtime: SubscriptionHost {
  var acceptsDeclaredEffects: Bool { subscriptions == .open }

  func supervise(_ part: any RestartablePart, in scope: ScopeID) -> Bool {
    supervision?.add(part, in: scope) != nil
  }

  func endSupervision(of part: any RestartablePart, in scope: ScopeID) {
    supervision?.remove(part, from: scope)
  }

  func begin(
    _ program: UnresolvedEffect,
    declaredAt node: AnyFeatureNode,
    in scope: ScopeID?,
    _ route: (any AnyActionRoute)?,
    _ cause: SubscriptionCause,
    following former: TracedCause?
  ) -> EffectID? {
    let placed = changeTree { program.resolved(at: ResolutionContext(node: node, route: route), &$0) }
    let cascade = engine.openCascade()
    let scope = scope ?? node.scope
    let site = cause.stands ? savedSite(of: placed, in: scope) : nil
    let traced =
      former ?? site.flatMap { restoredCause(of: cause, at: $0) } ?? tracer?.current?.of(cause)
    let origin = Engine.Origin(
      scope: scope,
      declared: cause.stands ? .standing : cause.isRefused ? .refused : .no,
      route: route,
      cause: traced ?? cause,
      since: subscriptionMoment,
      cascade: cascade
    )
    let effect = engine.beginDeclared(placed, origin)
    if let effect, let site, let traced {
      tracer?.declaredCauses?.record(effect, site, traced.cause)
    }
    return effect
  }

  func endDeclared(_ effect: EffectID) {
    engine.cancel(effect)
    // Effects that are running when the store is shut down restart when the store is restored, so their
    // causes are kept.
    if subscriptions == .open { tracer?.declaredCauses?.forget(effect) }
  }

  /// Returns a text that identifies a declared effect in another run of the store; nil if causes aren't
  /// saved.
  private func savedSite(of program: ResolvedEffect, in scope: ScopeID) -> String? {
    guard tracer?.declaredCauses != nil, let work = program.firstWork else { return nil }
    return "\(engine.path(of: scope)) \(work.origin.location)"
  }

  private func restoredCause(of subscription: SubscriptionCause, at site: String) -> TracedCause? {
    guard tracer?.current == nil else { return nil }
    return tracer?.declaredCauses?.restore(site).map { TracedCause(action: subscription, cause: $0) }
  }

  /// The moment that is shared by the declared effects that the current action starts, so that a test can
  /// determine which step began these effects.
  private var subscriptionMoment: MonotonicInstant {
    if let moment = momentOfSubscriptions { return moment }
    let moment = MonotonicInstant.now
    momentOfSubscriptions = moment
    return moment
  }

  /// Queues the start of the effects that the initial state declares, before any other work of the store. The
  /// method can be called from any context.
  func startSubscriptionsByMail() {
    if subscriptions == .waiting { post(.start) }
  }

  /// Updates the features that declare effects after an action.
  ///
  /// - Parameters:
  ///   - since: The moment of the effects that the action's reducer returned; nil for none.
  ///   - update: Updates the features.
  /// - Returns: The moment that these effects and the declared effects share; nil if there are none.
  @inline(__always)
  func updateSubscriptions(since: MonotonicInstant?, _ update: () -> Void) -> MonotonicInstant? {
    momentOfSubscriptions = since
    update()
    return takeMomentOfSubscriptions()
  }

  /// Returns and clears the moment of the declared effects that the current action has started; nil if the
  /// action has started none.
  func takeMomentOfSubscriptions() -> MonotonicInstant? { momentOfSubscriptions.take() }

  /// Releases the features that are open only because they declare something.
  func stopDeclaring() {
    let nodes = tree.all
    for node in nodes { node.stopDeclaring() }
    changeTree { tree in
      for node in nodes { tree.endIfIdle(node.scope) }
    }
  }
}
