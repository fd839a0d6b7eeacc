/// A subscription's view of the store that performs it.
///
/// All members belong to the store's executor.
protocol SubscriptionHost: AnyObject {
  /// Whether the state may declare effects now.
  var acceptsDeclaredEffects: Bool { get }

  /// The store's part in shared values; nil as long as the process has none.
  var sharing: StoreSharing? { get }

  /// Changes the feature tree or its engine, and then applies the resulting changes.
  func changeTree(_ change: (inout FeatureTree) -> Void)

  /// Starts a declared effect, in a new cascade.
  ///
  /// - Parameters:
  ///   - program: The effect.
  ///   - node: The feature that declares the effect.
  ///   - scope: The scope of the effect; nil for the feature's scope.
  ///   - route: The route of the effect's actions to the store.
  ///   - cause: The subscription and the part of the state that cause the effect.
  ///   - former: The effect's previous cause, if the effect restarts after a failure; nil otherwise.
  /// - Returns: The effect; nil if nothing of the effect is left to run.
  func begin(
    _ program: UnresolvedEffect,
    declaredAt node: AnyFeatureNode,
    in scope: ScopeID?,
    _ route: (any AnyActionRoute)?,
    _ cause: SubscriptionCause,
    following former: TracedCause?
  ) -> EffectID?

  /// Cancels a declared effect, because the state no longer has the value for which the effect runs.
  func endDeclared(_ effect: EffectID)

  /// Records that an effect that can be restarted has started in a scope. Returns false if the store restarts
  /// no effects.
  func supervise(_ part: any RestartablePart, in scope: ScopeID) -> Bool

  /// Stops the restarts of a subscription's effect.
  func endSupervision(of part: any RestartablePart, in scope: ScopeID)
}

extension SubscriptionHost {
  func cancel(_ effect: EffectID) { changeTree { $0.engine.cancel(effect) } }

  func isActive(_ effect: EffectID) -> Bool { read { $0.engine.isActive(effect) } }

  func isActive(_ scope: ScopeID) -> Bool { read { $0.engine.isActive(scope) } }

  /// The cause of a running effect; nil in a store that isn't traced.
  func cause(of effect: EffectID) -> TracedCause? { read { $0.engine.origin(of: effect)?.traced } }

  private func read<Result>(_ body: (borrowing FeatureTree) -> Result) -> Result {
    var result: Result?
    changeTree { result = body($0) }
    guard let result else { preconditionFailure("A store didn't pass on its feature tree.") }
    return result
  }
}

/// A subscription whose effect can be restarted.
protocol RestartablePart: AnyObject {
  /// Cancels the effect, unless it has ended, and records that it must be restarted.
  func suspend(_ host: any SubscriptionHost)

  /// Restarts the effect, if it is suspended and no other effect has started in the meantime.
  func restart(_ host: any SubscriptionHost)
}
