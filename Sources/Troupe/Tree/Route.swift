/// The way of actions from a place in the tree of features to the store.
///
/// A place knows the whole way, so that what runs deep in the tree is made and kept like what runs at its root, and only an
/// action that is sent passes the levels above.
protocol Route: AnyObject, Sendable {
  /// The store's action for one of the place.
  func delivery(_ leaf: any DeliveryLeaf) -> any DeliveryLeaf
}

/// The way of one type of actions.
final class ActionRoute<Action: Sendable>: Route {
  let delivery: @Sendable (Action) -> any DeliveryLeaf

  init(_ delivery: @escaping @Sendable (Action) -> any DeliveryLeaf) {
    self.delivery = delivery
  }

  func delivery(_ leaf: any DeliveryLeaf) -> any DeliveryLeaf {
    delivery(Delivery<Action>.cast(leaf).action)
  }

  /// The way from a place where actions of this type are sent. There are no others.
  static func cast(_ route: any Route) -> ActionRoute {
    guard let route = route as? ActionRoute else {
      preconditionFailure("The way of actions of \(Action.self) is a \(type(of: route)).")
    }
    return route
  }
}

/// The store's action for one of a place; without a way, the place is the root.
func delivery<Action: Sendable>(of action: Action, on route: ActionRoute<Action>?) -> any DeliveryLeaf {
  if let route { route.delivery(action) } else { Delivery(action) }
}
