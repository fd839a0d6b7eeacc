/// The route of one type of actions.
final class ActionRoute<Action: Sendable>: ErasedActionRoute {
  let delivery: @Sendable (Action) -> any ErasedDelivery

  init(_ delivery: @escaping @Sendable (Action) -> any ErasedDelivery) {
    self.delivery = delivery
  }

  func delivery(_ leaf: any ErasedDelivery) -> any ErasedDelivery {
    delivery(Delivery<Action>.cast(leaf).action)
  }

  /// Casts the route from a site where actions of this type are sent. There are no other routes.
  static func cast(_ route: any ErasedActionRoute) -> ActionRoute {
    guard let route = route as? ActionRoute else {
      preconditionFailure("The route of actions of \(Action.self) is a \(type(of: route)).")
    }
    return route
  }
}

/// Returns the store's action for an action of a site. Without a route, the site is the root.
func delivery<Action: Sendable>(of action: Action, on route: ActionRoute<Action>?) -> any ErasedDelivery {
  if let route { route.delivery(action) } else { Delivery(action) }
}
