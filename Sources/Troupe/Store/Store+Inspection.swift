extension Store {
  /// The whole tree of stores as its instruments see it, with the number that is part of the ids of its
  /// actions; nil if the store has neither instruments nor a consumer of its events.
  public var storeInfo: StoreInfo? {
    core.runtime.enter { core.runtime.tracer?.store }
  }

  /// Cancels one running effect, as ``runningEffects`` lists it.
  ///
  /// The effect's further actions are dropped, as with `Effect.cancel(id:)`. Work that has started continues
  /// until it responds to the cancellation. It is meant for tools that show a store; a reducer cancels its
  /// own effects with ids.
  ///
  /// - Parameter effect: The effect's number in this tree of stores.
  /// - Returns: Whether the effect was running and wasn't cancelled before.
  @discardableResult
  public func cancelEffect(_ effect: EffectID) -> Bool {
    core.runtime.enter { core.runtime.cancelEffect(effect) }
  }
}

extension Runtime {
  /// Cancels an effect, and returns whether it was active.
  func cancelEffect(_ effect: EffectID) -> Bool {
    guard engine.isActive(effect) else { return false }
    runTurn { engine.cancel(effect) }
    return true
  }
}
