extension Reducer {
  /// Runs an effect while a value in the state exists, and restarts the effect when the value changes.
  ///
  /// ```swift
  /// .task(id: { $0.countdown }) { countdown in
  ///   .run { send in
  ///     try await clock.sleep(for: .seconds(countdown.seconds))
  ///     await send(.rang)
  ///   }
  /// }
  /// ```
  ///
  /// After each action and each dismissal, the store uses the resulting state to decide which effects run.
  /// This applies wherever this feature's state is in the tree, even in children that have never received an
  /// action. A new store starts the effects that its initial state declares.
  ///
  /// - While the value stays equal, nothing happens. An effect that has ended isn't restarted, regardless of
  ///   how it ended. If work must happen only once, let the effect end by sending an action that changes the
  ///   value.
  /// - When the value changes, the effect is cancelled, and a new effect starts in the same turn. If an
  ///   action changes the value and restores it within one reduction, nothing happens.
  /// - When the value becomes nil, or the feature's state is removed, the effect is cancelled.
  ///
  /// The effect belongs to this feature. The effect runs with the feature's dependencies, and a `.cancel`
  /// that the feature returns finds the effect's ids. The effect doesn't belong to an action, so neither
  /// `finish()` nor `cancel()` of an action's ``StoreTask`` applies to the effect. Shutting down the store
  /// cancels the effect immediately. <doc:EffectsThatFollowFromState> describes all rules.
  ///
  /// - Parameters:
  ///   - id: Reads the value, which must depend only on the state. A value that isn't optional always exists.
  ///   - effect: Returns the effect that runs while the value exists.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  @warn_unqualified_access
  public func task<ID: Equatable & Sendable>(
    id: @escaping @Sendable (State) -> ID?,
    _ effect: @escaping @Sendable (ID) -> Effect<Action>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return DeclaringReducer(base: self, name: "task", location: location) {
      TaskSubscription(id: id, effect: effect)
    }
  }
}

/// A reducer whose state declares effects, created by `task`, `onStart` and `onEnd`.
struct DeclaringReducer<Base: Reducer>: Reducer {
  let base: Base
  /// The name of the operator.
  let name: String
  let location: CallSite
  /// Creates a subscription for each store.
  let subscription: @Sendable () -> Subscription<Base.State, Base.Action>

  /// Runs the base reducer and reports an issue because the declared effects don't run without a store.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    reportIssue(
      """
      `\(name)` declares effects for \(TypeName(Base.State.self).full), but its reducer was called with \
      `reduce(into:action:)` outside a store's feature tree. The effects don't run.

      The likely causes are a reducer that `onChange` creates, and a reducer that another reducer calls. Apply `\(name)` in the \
      `body` of a feature that a store runs, or embed the reducer with `Scope`, `ifLet`, `ifCaseLet` or `forEach`.
      """,
      at: location
    )
    return base.reduce(into: &state, action: action)
  }

  /// Returns the resolved base reducer with the subscription.
  public func _resolve() -> _ResolvedReducer<Base.State, Base.Action> {
    let resolved = base._resolve()
    return resolved.with(subscriptions: resolved.subscriptions(and: subscription()))
  }
}

/// The subscription of an effect that runs while a value exists.
private final class TaskSubscription<State, Action: Sendable, ID: Equatable & Sendable>:
  Subscription<State, Action>
{
  let id: (State) -> ID?
  let effect: (ID) -> Effect<Action>

  init(id: @escaping (State) -> ID?, effect: @escaping (ID) -> Effect<Action>) {
    self.id = id
    self.effect = effect
  }

  override func part(in feature: DeclaringFeature<State, Action>) -> ActiveSubscription<State> {
    TaskPart(self, in: feature)
  }
}

/// The effect that runs in a feature while a value exists.
private final class TaskPart<State, Action: Sendable, ID: Equatable & Sendable>: ActiveSubscription<State>,
  RestartablePart
{
  private let subscription: TaskSubscription<State, Action, ID>
  private unowned let feature: DeclaringFeature<State, Action>
  private var value: ID?
  /// The effect that was started for the value. The effect may have ended.
  private var effect: EffectID?
  /// The data for a restart; nil unless the effect is suspended after a failure.
  private var suspension: Suspension?
  /// The scope in which the store supervises the effect; nil if the effect isn't supervised.
  private var supervisedScope: ScopeID?

  init(_ subscription: TaskSubscription<State, Action, ID>, in feature: DeclaringFeature<State, Action>) {
    self.subscription = subscription
    self.feature = feature
  }

  override func update(_ state: inout State, _ host: any SubscriptionHost) {
    let new = subscription.id(state)
    if new == value { return }
    value = new
    end(host)
    guard let new else { return }
    begin(new, host)
    guard effect != nil, host.supervise(self, in: feature.node.scope) else { return }
    supervisedScope = feature.node.scope
  }

  private func begin(_ value: ID, following cause: TracedCause? = nil, _ host: any SubscriptionHost) {
    let subscription = subscription.current()
    effect = feature.begin(subscription, .value(value), following: cause, host) {
      subscription.effect(value)
    }
  }

  func suspend(_ host: any SubscriptionHost) {
    guard let effect, host.isActive(effect) else { return }
    suspension = Suspension(cause: host.cause(of: effect))
    // The effect's cause stays saved until the effect restarts, or until the value is removed.
    host.cancel(effect)
  }

  func restart(_ host: any SubscriptionHost) {
    guard let suspension, let value else { return }
    endEffect(host)
    begin(value, following: suspension.cause, host)
  }

  override func end(_ host: any SubscriptionHost) {
    if let scope = supervisedScope {
      host.endSupervision(of: self, in: scope)
      supervisedScope = nil
    }
    endEffect(host)
  }

  private func endEffect(_ host: any SubscriptionHost) {
    suspension = nil
    if let effect { host.endDeclared(effect) }
  }
}

/// The data that a suspended effect needs to restart.
private struct Suspension {
  /// The effect's cause; nil in a store that isn't traced.
  let cause: TracedCause?
}
