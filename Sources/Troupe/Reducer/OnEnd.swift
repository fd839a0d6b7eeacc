extension Reducer {
  /// Runs an effect when this feature's state is removed, whatever removes it.
  ///
  /// ```swift
  /// .onEnd(of: \.handle) { handle in
  ///   .run { _ in await handle.close() }
  /// }
  /// ```
  ///
  /// The state itself no longer exists then. The store keeps only the value that this operator reads, as it
  /// was after the last action.
  ///
  /// The effect runs with this feature's dependencies. It belongs to the parent, or to the nearest ancestor
  /// that still exists: ids that it cancels are looked up there, and it ends with that feature. This feature
  /// can no longer receive actions, so actions that the effect sends are dropped.
  ///
  /// It doesn't run when the store is shut down or released, because the state isn't removed then.
  ///
  /// - Parameters:
  ///   - value: Reads the value to keep. It must depend only on the state.
  ///   - effect: Gets the value. Returns the effect.
  ///   - fileID: The file named in issues.
  ///   - filePath: The path of that file.
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

  override func update(_ state: inout State, _ runtime: Runtime) {
    value = subscription.value(state)
  }

  override func end(_ runtime: Runtime) {
    guard let value, let parent = feature.node.nearestOpenParent(runtime) else { return }
    self.value = nil
    let subscription = subscription.current()
    _ = feature.begin(subscription, .end(value), in: parent, runtime) { subscription.effect(value) }
  }
}

extension AnyFeatureNode {
  /// Returns the scope of the nearest ancestor that still exists.
  fileprivate func nearestOpenParent(_ runtime: Runtime) -> ScopeID? {
    var next = parent
    while let node = next, !runtime.engine.isActive(node.scope) { next = node.parent }
    return next?.scope
  }
}
