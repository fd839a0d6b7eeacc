extension Engine {
  /// An instruction to the engine's owner, with all data that the owner needs to perform the instruction.
  enum Command {
    /// Start a task for the work.
    case start(Start)
    /// Cancel the work's task.
    case cancel(EffectID)
    /// Reduce the action, unless ``Engine/claim(_:)`` refuses it.
    case deliver(EffectID, any AnyQueuedAction)
    /// Save the turn, because work is waiting for the save.
    case save
    /// The scope is empty. The scope can be ended unless a program begins in it.
    case scopeIdle(ScopeID)
    /// Everything that the cascade caused has ended.
    case cascadeEnded(CascadeID)
    /// Send the event to the store's listeners.
    indirect case tell(StoreEvent.Kind)
    /// Notify the store's listeners of a dropped action and its cause.
    indirect case dropped(any Sendable, TracedCause?)
  }

  /// Work to start.
  struct Start {
    let id: EffectID
    let work: any AnyWork
    /// The route of the work's actions to the store; nil if the work sends the store's own actions.
    let route: (any AnyActionRoute)?
    let cascade: CascadeID
    /// Whether no other node continues after the end of this work.
    let isAlone: Bool
    /// The priority of a task that is waiting for the cascade; nil for none.
    let priority: Priority?
  }

  typealias Origin = EffectOrigin
}
