extension Reducer {
  /// Runs an effect when this feature's state is removed, regardless of the cause.
  ///
  /// ```swift
  /// .onEnd(of: \.handle) { handle in
  ///   .run { _ in await handle.close() }
  /// }
  /// ```
  ///
  /// When the effect runs, the state itself no longer exists. The store keeps only the value that this
  /// operator read after the last action.
  ///
  /// The effect runs with this feature's dependencies, but belongs to the parent, or to the nearest ancestor
  /// that still exists. Ids that the effect cancels are looked up in that ancestor, and the effect ends when
  /// that ancestor's state is removed. This feature can no longer receive actions, so actions that the effect
  /// sends are dropped.
  ///
  /// The effect doesn't run when the store is shut down or released, because neither removes the state.
  ///
  /// - Parameters:
  ///   - value: Reads the value to keep, which must depend only on the state.
  ///   - effect: Returns the effect for the value.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func onEnd<Value: Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ effect: @escaping @Sendable (Value) -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return DeclaringReducer(base: self, name: "onEnd", location: location) {
      EndSubscription(value: value, effect: effect)
    }
  }
}

/// The subscription of an effect that runs when the state is removed.
private final class EndSubscription<State, Action: Sendable, Value: Sendable>: Subscription<State, Action> {
  let value: (State) -> Value
  let effect: (Value) -> Effect<Action>

  init(value: @escaping (State) -> Value, effect: @escaping (Value) -> Effect<Action>) {
    self.value = value
    self.effect = effect
  }

  override func part(in feature: DeclaringFeature<State, Action>) -> ActiveSubscription<State> {
    EndPart(self, in: feature)
  }
}

private final class EndPart<State, Action: Sendable, Value: Sendable>: ActiveSubscription<State> {
  private let subscription: EndSubscription<State, Action, Value>
  private unowned let feature: DeclaringFeature<State, Action>
  private var value: Value?

  init(_ subscription: EndSubscription<State, Action, Value>, in feature: DeclaringFeature<State, Action>) {
    self.subscription = subscription
    self.feature = feature
  }

  override func update(_ state: inout State, _ host: any SubscriptionHost) {
    value = subscription.value(state)
  }

  override func end(_ host: any SubscriptionHost) {
    guard let value, let parent = feature.node.nearestOpenParent(host) else { return }
    self.value = nil
    let subscription = subscription.current()
    _ = feature.begin(subscription, .end(value), in: parent, host) { subscription.effect(value) }
  }
}

extension AnyFeatureNode {
  /// Returns the scope of the nearest ancestor that still exists.
  fileprivate func nearestOpenParent(_ host: any SubscriptionHost) -> ScopeID? {
    var next = parent
    while let node = next, !host.isActive(node.scope) { next = node.parent }
    return next?.scope
  }
}
