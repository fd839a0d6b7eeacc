extension Engine {
  /// An instruction to the owner of the engine. It carries all that is needed to perform it.
  enum Command {
    /// Start a task for the work.
    case start(Start)
    /// Cancel the task of the work.
    case cancel(EffectID)
    /// Reduce the action, if ``Engine/claim(_:)`` still grants it.
    case deliver(EffectID, any AnyQueuedAction)
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
    let work: any AnyWork
    /// The route of the work's actions to the store; nil if they are the store's own actions.
    let route: (any AnyActionRoute)?
    let cascade: CascadeID
    /// Whether it isn't a part of something else, which would go on after its end.
    let isAlone: Bool
    /// The priority of a task that waits for the cascade; nil for none.
    let priority: Priority?
  }

  typealias Origin = EffectOrigin
}
