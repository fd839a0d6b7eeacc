extension Engine {
  /// An instruction to the owner of the engine. It carries all that is needed to perform it.
  enum Command {
    /// Start a task for the work.
    case start(Start)
    /// Cancel the task of the work.
    case cancel(EffectID)
    /// Reduce the action, if ``Engine/claim(_:)`` still grants it.
    case deliver(EffectID, any ErasedDelivery)
    /// Have the turn saved, because work waits for that.
    case save
    /// The scope is empty. It can be ended as long as nothing begins in it.
    case scopeIdle(ScopeID)
    /// Everything that the cascade caused has ended.
    case cascadeEnded(CascadeID)
    /// Send the event to the store's listeners.
    indirect case tell(StoreEvent.Kind)
    /// Tell the store's listeners of an action that was dropped, and of what it follows from.
    indirect case dropped(any Sendable, TracedCause?)
  }

  /// Work to be started.
  struct Start {
    let id: EffectID
    let work: any ErasedWork
    /// The route of the work's actions to the store; nil if they are the store's own actions.
    let route: (any ErasedActionRoute)?
    let cascade: CascadeID
    /// Whether it isn't a part of something else, which would go on after its end.
    let isAlone: Bool
    /// The priority of a task that waits for the cascade; nil for none.
    let priority: Priority?
  }

  /// The origin of an effect.
  struct Origin {
    var scope: ScopeID
    /// The route of the actions to the store; nil if they are the store's own actions.
    var route: (any ErasedActionRoute)?
    var cascade: CascadeID
    /// The action that caused the effect.
    var cause: any Sendable
    var since: Moment
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
}
