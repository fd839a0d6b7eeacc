/// Sends actions from a running effect to its store.
///
/// ```swift
/// .run { send in
///   await send(.progress(0.5))
/// }
/// ```
///
/// A `Send` belongs to one effect and stops working when the effect ends. Actions sent after the effect was
/// cancelled are dropped and counted. An action sent after the effect ended by itself is dropped, and
/// reported as an issue that names the effect.
public struct Send<Action: Sendable>: Sendable {
  private let effect: RunningEffect
  /// Converts an effect's action to the store's action; nil if both actions are the same.
  private let queuedAction: (@Sendable (Action) -> any AnyQueuedAction)?

  init(_ effect: RunningEffect, queuedAction: (@Sendable (Action) -> any AnyQueuedAction)?) {
    self.effect = effect
    self.queuedAction = queuedAction
  }

  /// Sends an action to the store that runs the effect.
  ///
  /// The call resumes at the end of the turn that reduced the action, and, in a store that saves its state,
  /// after that turn has been saved. If the action is dropped because the task was cancelled or the store was
  /// released or shut down, the call resumes immediately. A caller that runs on the store's executor stays on
  /// this executor.
  ///
  /// - Parameter action: The action to reduce.
  public nonisolated(nonsending) func callAsFunction(_ action: Action) async {
    let turn =
      if let queuedAction {
        await effect.deliver(queuedAction(action), on: effect.isolation)
      } else {
        await effect.send(action, on: effect.isolation)
      }
    if let turn { await effect.waitForOutcome(of: turn, on: effect.isolation) }
  }

  func map<Source: Sendable>(_ transform: @escaping @Sendable (Source) -> Action) -> Send<Source> {
    Send<Source>(effect) { queuedAction(of: transform($0)) }
  }

  private func queuedAction(of action: Action) -> any AnyQueuedAction {
    queuedAction?(action) ?? QueuedAction(action)
  }
}
