/// The origin of an effect.
struct EffectOrigin {
  // Every node contains an origin. In this order, the properties take 92 bytes instead of 98, and the next
  // property of the node can follow without padding.

  var scope: ScopeID
  /// How the state declares the effect.
  var declared = Declared.no
  /// The shutdown behavior that an operator sets for the effect; nil if there is no such operator.
  var onShutdown: OnShutdown?
  /// The route of the actions to the store; nil if the effect sends the store's own actions.
  var route: (any AnyActionRoute)?
  /// The action that caused the effect.
  var cause: any Sendable
  var since: MonotonicInstant
  var cascade: CascadeID

  /// How the state declares an effect.
  enum Declared {
    /// The effect is caused by an action, or runs only once.
    case no
    /// The effect runs as long as the state has a value.
    case standing
    /// The effect is caused by the end of a feature and can't send actions to that feature any more.
    case refused
  }

  /// The behavior of the effect when a shutdown begins.
  var atShutdown: OnShutdown { onShutdown ?? (declared == .standing ? .cancel : .finish) }

  /// Whether the effect runs only as long as the state has a value.
  var runsWhileDeclared: Bool { declared == .standing && onShutdown != .finish }
}
