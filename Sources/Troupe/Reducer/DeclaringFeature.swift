/// An existing feature that declares something.
final class DeclaringFeature<State, Action: Sendable>: AnyDeclaringFeature<State> {
  /// The route of the feature's actions to the store; nil at the root.
  let route: ActionRoute<Action>?
  /// The positions with dependencies on the path from the root, outermost first.
  let positions: [DependencyPosition]

  init(
    _ subscriptions: [AnySubscription],
    owner: ObjectIdentifier?,
    node: FeatureNode<State>,
    route: ActionRoute<Action>?,
    positions: [DependencyPosition]
  ) {
    self.route = route
    self.positions = positions
    super.init(owner: owner, node: node)
    setParts(subscriptions.map { Subscription<State, Action>.of($0).part(in: self) })
  }

  /// Returns the positions with dependencies that apply to a subscription of the feature, outermost first.
  func positions(around subscription: Subscription<State, Action>) -> [DependencyPosition] {
    positions + subscription.positions.reversed()
  }

  /// Begins an effect of a subscription.
  ///
  /// - Parameters:
  ///   - subscription: The subscription.
  ///   - cause: The subscription and the part of the state that cause the effect.
  ///   - former: The effect's previous cause, if the effect restarts after a failure; nil otherwise.
  ///   - scope: The scope of the effect; nil for the feature's scope.
  ///   - host: The store that runs the effect.
  ///   - make: Creates the effect.
  /// - Returns: The effect; nil if nothing of the effect is left to run.
  func begin(
    _ subscription: Subscription<State, Action>,
    _ cause: SubscriptionCause,
    following former: TracedCause? = nil,
    in scope: ScopeID? = nil,
    _ host: any SubscriptionHost,
    _ make: () -> Effect<Action>
  ) -> EffectID? {
    guard host.acceptsDeclaredEffects else { return nil }
    let program = positions(around: subscription)[...].reduce { make().program }
    return program.flatMap { host.begin($0, declaredAt: node, in: scope, route, cause, following: former) }
  }
}

extension ArraySlice<DependencyPosition> {
  /// Runs a closure that creates a program. The dependencies of all positions are set, and their instruments
  /// wrap the work, with the last position's instruments innermost.
  fileprivate func reduce(_ make: () -> UnresolvedEffect?) -> UnresolvedEffect? {
    guard let first else { return make() }
    let inner = dropFirst()
    let program = first.reduce { inner.reduce(make) }
    guard let instrument = first.instrument else { return program }
    return program?.map(EffectTransform { $0.wrapped(by: instrument) })
  }
}
