extension Store {
  /// The description of the whole tree of stores, as instruments get it, including the number in the tree's
  /// action ids; nil if the tree has neither instruments nor a consumer of its events.
  public var storeInfo: StoreInfo? {
    core.runtime.enter { core.runtime.tracer?.store }
  }

  /// Cancels one of the effects that ``runningEffects`` lists.
  ///
  /// The effect's further actions are dropped, as with `Effect.cancel(id:)`. Work that has started continues
  /// until it responds to the cancellation. This method is meant for tools that inspect a store. A reducer
  /// cancels its own effects by their ids.
  ///
  /// - Parameter effect: The effect's number in this tree of stores.
  /// - Returns: Whether the effect was running and hadn't been cancelled.
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
