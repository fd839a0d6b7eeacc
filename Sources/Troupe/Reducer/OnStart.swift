extension Reducer {
  /// Runs an effect once when this feature's state appears.
  ///
  /// ```swift
  /// .onStart {
  ///   .run { send in
  ///     for await message in messages() { await send(.received(message)) }
  ///   }
  ///   .cancellable(id: "messages")
  /// }
  /// ```
  ///
  /// The root feature's state appears when the store is created. A child's state appears with the action that
  /// creates the state, regardless of that action's sender. When a child is replaced with a new child, the
  /// new child's state appears. <doc:ChildrenAndTheirLifetimes> describes when a child counts as replaced.
  ///
  /// The effect ends when the state is removed. The effect doesn't belong to an action, so neither `finish()`
  /// nor `cancel()` of an action's ``StoreTask`` applies to the effect. During a shutdown, the effect can
  /// finish, like any other effect.
  ///
  /// - Parameters:
  ///   - effect: Returns the effect.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func onStart(
    _ effect: @escaping @Sendable () -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return DeclaringReducer(base: self, name: "onStart", location: location) {
      StartSubscription { _ in effect() }
    }
  }

  /// Runs an effect that is created from the state, once when this feature's state appears.
  ///
  /// ```swift
  /// .onStart { state in
  ///   .run { [id = state.id] send in await send(.loaded(try await load(id))) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - effect: Returns the effect for the state at the end of the action that created the state.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func onStart(
    _ effect: @escaping @Sendable (_ state: State) -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return DeclaringReducer(base: self, name: "onStart", location: location) {
      StartSubscription(effect: effect)
    }
  }
}

/// The subscription of an effect that runs when the state appears.
private final class StartSubscription<State, Action: Sendable>: Subscription<State, Action> {
  let effect: (State) -> Effect<Action>

  init(effect: @escaping (State) -> Effect<Action>) { self.effect = effect }

  override func part(in feature: DeclaringFeature<State, Action>) -> ActiveSubscription<State> {
    StartPart(self, in: feature)
  }
}

private final class StartPart<State, Action: Sendable>: ActiveSubscription<State> {
  private let subscription: StartSubscription<State, Action>
  private unowned let feature: DeclaringFeature<State, Action>
  private var effect: EffectID?
  private var hasBegun = false

  init(_ subscription: StartSubscription<State, Action>, in feature: DeclaringFeature<State, Action>) {
    self.subscription = subscription
    self.feature = feature
  }

  override func update(_ state: inout State, _ host: any SubscriptionHost) {
    if hasBegun { return }
    hasBegun = true
    let subscription = subscription.current()
    effect = feature.begin(subscription, .start, host) { subscription.effect(state) }
  }

  override func end(_ host: any SubscriptionHost) {
    // A feature without a separate lifetime has no scope that would end the effect, so the effect is
    // cancelled here.
    if let effect { host.cancel(effect) }
  }
}
