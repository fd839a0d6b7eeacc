/// A typed action to reduce in the turn.
final class QueuedAction<Action: Sendable>: AnyQueuedAction {
  let action: Action
  var value: any Sendable { action }

  init(_ action: Action) {
    self.action = action
  }

  /// Casts a leaf of an `Effect<Action>`, which contains no other type of queued action.
  static func cast(_ leaf: any AnyQueuedAction) -> QueuedAction {
    guard let queuedAction = leaf as? QueuedAction else {
      preconditionFailure(
        "The program of an effect with actions of type \(Action.self) contains a \(type(of: leaf))."
      )
    }
    return queuedAction
  }

  func map<NewAction: Sendable>(_ transform: (Action) -> NewAction) -> QueuedAction<NewAction> {
    QueuedAction<NewAction>(transform(action))
  }
}
