/// The route of actions of one type.
final class ActionRoute<Action: Sendable>: AnyActionRoute {
  let queuedAction: @Sendable (Action) -> any AnyQueuedAction

  init(_ queuedAction: @escaping @Sendable (Action) -> any AnyQueuedAction) {
    self.queuedAction = queuedAction
  }

  func queuedAction(_ leaf: any AnyQueuedAction) -> any AnyQueuedAction {
    queuedAction(QueuedAction<Action>.cast(leaf).action)
  }

  /// Casts the route of a site whose actions have this type. Such a site has no other type of route.
  static func cast(_ route: any AnyActionRoute) -> ActionRoute {
    guard let route = route as? ActionRoute else {
      preconditionFailure("The route for actions of type \(Action.self) is a \(type(of: route)).")
    }
    return route
  }
}

/// Returns the store's action for a site's action. If there is no route, the site is the root.
func queuedAction<Action: Sendable>(of action: Action, on route: ActionRoute<Action>?) -> any AnyQueuedAction
{
  if let route { route.queuedAction(action) } else { QueuedAction(action) }
}
