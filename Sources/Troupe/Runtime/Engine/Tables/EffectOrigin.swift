/// The origin of an effect.
struct EffectOrigin {
  var scope: ScopeID
  /// The route of the actions to the store; nil if they are the store's own actions.
  var route: (any AnyActionRoute)?
  var cascade: CascadeID
  /// The action that caused the effect.
  var cause: any Sendable
  var since: MonotonicInstant
  /// How the effect follows from the state.
  var declared = Declared.no
  /// What an operator around the effect says about shutdowns; nil if there is no such operator.
  var onShutdown: OnShutdown?

  /// How an effect follows from the state.
  enum Declared {
    /// It follows from an action, or runs once.
    case no
    /// It runs while a value of the state is there.
    case standing
    /// It follows from the end of a feature, for which it can't send actions any more.
    case refused
  }

  /// What happens to the effect when a shutdown begins.
  var atShutdown: OnShutdown { onShutdown ?? (declared == .standing ? .cancel : .finish) }

  /// Whether the effect runs only as long as a value of the state is there.
  var runsWhileDeclared: Bool { declared == .standing && onShutdown != .finish }
}
