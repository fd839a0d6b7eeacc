extension Runtime {
  /// Starts a declared effect, in a new cascade.
  ///
  /// - Parameters:
  ///   - program: The effect.
  ///   - node: The feature that declares it.
  ///   - scope: The scope of the effect; nil for the feature's scope.
  ///   - route: The route of its actions to the store.
  ///   - cause: What of the state it follows from.
  ///   - former: The effect's previous cause, if it restarts after a failure; nil otherwise.
  /// - Returns: The effect; nil if nothing of it runs.
  func begin(
    _ program: UnresolvedEffect,
    declaredAt node: AnyFeatureNode,
    in scope: ScopeID? = nil,
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
      route: route,
      cascade: cascade,
      cause: traced ?? cause,
      since: subscriptionMoment,
      declared: cause.stands ? .standing : cause.isRefused ? .refused : .no
    )
    let effect = engine.beginDeclared(placed, origin)
    if let effect, let site, let traced {
      tracer?.declaredCauses?.record(effect, site, traced.cause)
    }
    return effect
  }

  /// Cancels an effect that runs while a value of the state is there, because the value isn't there any more.
  func endDeclared(_ effect: EffectID) {
    engine.cancel(effect)
    // What runs when the store is shut down begins again when it is restored.
    if subscriptions == .open { tracer?.declaredCauses?.forget(effect) }
  }

  /// What identifies an effect of the state in another run of the store; nil if causes aren't saved.
  private func savedSite(of program: ResolvedEffect, in scope: ScopeID) -> String? {
    guard tracer?.declaredCauses != nil, let work = program.firstWork else { return nil }
    return "\(engine.path(of: scope)) \(work.origin.location)"
  }

  private func restoredCause(of subscription: SubscriptionCause, at site: String) -> TracedCause? {
    guard tracer?.current == nil else { return nil }
    return tracer?.declaredCauses?.restore(site).map { TracedCause(action: subscription, cause: $0) }
  }

  /// The moment of the effects that the current action declares. They share it, so that a test can tell which
  /// step began them.
  private var subscriptionMoment: MonotonicInstant {
    if let moment = momentOfSubscriptions { return moment }
    let moment = MonotonicInstant.now
    momentOfSubscriptions = moment
    return moment
  }

  /// Lets the state begin what it declares before anything else happens in the store. May be called from
  /// anywhere.
  func startSubscriptionsByMail() {
    if subscriptions == .waiting { post(.start) }
  }

  /// Returns the moment of the effects that the current action has declared, and forgets it; nil if it has
  /// declared none.
  func takeMomentOfSubscriptions() -> MonotonicInstant? { momentOfSubscriptions.take() }

  /// Lets the features go that are open only for what they declare.
  func stopDeclaring() {
    let nodes = tree.all
    for node in nodes { node.stopDeclaring() }
    changeTree { tree in
      for node in nodes { tree.endIfIdle(node.scope) }
    }
  }
}

/// Whether a store looks for effects that its state declares.
enum SubscriptionPhase {
  /// Its reducer declares none.
  case none
  /// It hasn't begun what the initial state declares.
  case waiting
  case open
  /// It is being shut down.
  case closed
}
