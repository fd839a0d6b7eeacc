/// The route of actions from a site in the tree of features to the store.
///
/// A site knows the whole route, so that what runs deep in the tree is made and kept like what runs at its
/// root, and only an action that is sent passes the levels above.
protocol ErasedActionRoute: AnyObject, Sendable {
  /// The store's action for one of the site's.
  func delivery(_ leaf: any ErasedDelivery) -> any ErasedDelivery
}

/// The route of one type of actions.
final class ActionRoute<Action: Sendable>: ErasedActionRoute {
  let delivery: @Sendable (Action) -> any ErasedDelivery

  init(_ delivery: @escaping @Sendable (Action) -> any ErasedDelivery) {
    self.delivery = delivery
  }

  func delivery(_ leaf: any ErasedDelivery) -> any ErasedDelivery {
    delivery(Delivery<Action>.cast(leaf).action)
  }

  /// The route from a site where actions of this type are sent. There are no others.
  static func cast(_ route: any ErasedActionRoute) -> ActionRoute {
    guard let route = route as? ActionRoute else {
      preconditionFailure("The route of actions of \(Action.self) is a \(type(of: route)).")
    }
    return route
  }
}

/// The store's action for one of a site's; without a route, the site is the root.
func delivery<Action: Sendable>(of action: Action, on route: ActionRoute<Action>?) -> any ErasedDelivery {
  if let route { route.delivery(action) } else { Delivery(action) }
}
