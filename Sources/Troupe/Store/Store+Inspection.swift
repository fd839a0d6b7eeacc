extension Store {
  /// The description of the whole tree of stores that instruments receive, including the number in the tree's
  /// action ids; nil if the tree has neither instruments nor a consumer of its events.
  public var storeInfo: StoreInfo? {
    core.runtime.enter { core.runtime.tracer?.store }
  }

  /// Cancels one of the effects that ``runningEffects`` lists.
  ///
  /// The effect's further actions are dropped, as with `Effect.cancel(id:)`. Work that has started continues
  /// until it responds to the cancellation. This method is meant for tools that inspect a store. In a
  /// reducer, cancel effects by their ids instead.
  ///
  /// - Parameter effect: The effect's number in this tree of stores.
  /// - Returns: Whether the effect was running and hadn't been cancelled.
  @discardableResult
  public func cancelEffect(_ effect: EffectID) -> Bool {
    core.runtime.enter { core.runtime.cancelEffect(effect) }
  }

  /// The children of the whole tree of stores that ``dismissChild(at:)`` can dismiss: those with running or
  /// declared effects that an operator can remove. The order is unspecified.
  public var dismissibleChildren: [ScopePath] {
    core.runtime.enter { core.runtime.dismissibleChildren }
  }

  /// Dismisses a child, as its own ``DismissEffect`` does.
  ///
  /// It is meant for tools that show a store; a parent dismisses a child by removing the child's state.
  ///
  /// - Parameter path: The path of a child in ``dismissibleChildren``.
  /// - Returns: Whether the child was there and could be dismissed. If the parent gets an action for the
  ///   dismissal, the parent can still keep the child.
  @discardableResult
  public func dismissChild(at path: ScopePath) -> Bool {
    core.runtime.enter { core.runtime.dismissChild(at: path) }
  }
}
