/// An operator that applies to an effect.
enum EffectOperator: Sendable {
  case cancellable(CancelID, cancelInFlight: Bool)
  case limited(Limit)
  case throttled(Throttle)
  /// A time-out and the action that it sends.
  case timed(OperatorTimer, then: (any AnyQueuedAction)?)
  case onShutdown(OnShutdown)

  /// The id that the operator gives to the effect inside the operator; nil for none.
  var id: CancelID? {
    switch self {
    case .cancellable(let id, _): id
    case .limited(let limit): limit.id
    case .throttled(let throttle): throttle.id
    case .timed, .onShutdown: nil
    }
  }

  /// Returns the operator with its action mapped, if the operator has an action.
  func map(_ map: EffectTransform) -> EffectOperator {
    switch self {
    case .timed(let pause, let action?): .timed(pause, then: map.queuedAction(action))
    case .cancellable, .limited, .throttled, .timed, .onShutdown: self
    }
  }
}
