/// A typed action to be reduced in the turn.
final class Delivery<Action: Sendable>: ErasedDelivery {
  let action: Action
  var value: any Sendable { action }

  init(_ action: Action) {
    self.action = action
  }

  /// Casts a leaf of an `Effect<Action>`, which holds no other type of delivery.
  static func cast(_ leaf: any ErasedDelivery) -> Delivery {
    guard let delivery = leaf as? Delivery else {
      preconditionFailure("A program of an effect of \(Action.self) holds a \(type(of: leaf)).")
    }
    return delivery
  }

  func map<NewAction: Sendable>(_ transform: (Action) -> NewAction) -> Delivery<NewAction> {
    Delivery<NewAction>(transform(action))
  }
}
