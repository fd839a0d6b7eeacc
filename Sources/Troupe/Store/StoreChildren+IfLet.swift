extension StoreChildren {
  // `@_inheritActorContext` gives a closure the isolation of its context, as the initializer of `Task` does
  // for its operation.
  /// Calls a closure with the child's store whenever a child appears, and another closure whenever no child
  /// exists.
  ///
  /// ```swift
  /// let following = store.children(state: \.player, action: \.player).ifLet { player in
  ///   self.show(player)
  /// } else: {
  ///   self.showNothing()
  /// }
  /// ```
  ///
  /// If a child exists at the start, the first call is to `then`. Otherwise, the first call is to `else`. The
  /// closures have the isolation of the code in which they are written. Calls don't overlap. Intermediate
  /// changes during a call are skipped, as for any consumer of the sequence.
  ///
  /// The returned task ends when the sequence ends. Cancelling the task ends the calls: after a cancellation
  /// on the closures' actor, no further call starts. While the task is waiting for a change, the task doesn't
  /// keep any store alive.
  ///
  /// - Parameters:
  ///   - then: Gets the store of a child that has appeared. The child may already be gone, in which case the
  ///     store isn't alive.
  ///   - else: A closure that is called when no child exists.
  /// - Returns: The task that makes the calls.
  @discardableResult
  public func ifLet(
    @_inheritActorContext then: @escaping @isolated(any) @Sendable (Store<State, Action>) async -> Void,
    @_inheritActorContext else: @escaping @isolated(any) @Sendable () async -> Void = {}
  ) -> Task<Void, Never> {
    follow(keeping: nil, then: then, else: `else`)
  }

  fileprivate func follow(
    keeping store: (any Sendable)?,
    then: @escaping @isolated(any) @Sendable (Store<State, Action>) async -> Void,
    else: @escaping @isolated(any) @Sendable () async -> Void
  ) -> Task<Void, Never> {
    Task {
      for await child in self {
        if let child {
          await call(then, with: child, on: then.isolation)
        } else {
          await call(`else`, on: `else`.isolation)
        }
      }
      withExtendedLifetime(store) {}
    }
  }

  // These functions check for cancellation on the closure's actor, so that code on that actor can't cancel
  // the task between the check and the call.

  private func call(
    _ then: @isolated(any) @Sendable (Store<State, Action>) async -> Void,
    with child: Store<State, Action>,
    on isolation: isolated (any Actor)?
  ) async {
    if !Task.isCancelled { await then(child) }
  }

  private func call(
    _ otherwise: @isolated(any) @Sendable () async -> Void,
    on isolation: isolated (any Actor)?
  ) async {
    if !Task.isCancelled { await otherwise() }
  }
}

extension Store {
  /// Calls a closure with the store of the state whenever the state appears, and another closure whenever the
  /// state is nil.
  ///
  /// ```swift
  /// let following = playerStore.ifLet { player in
  ///   self.show(player)
  /// } else: {
  ///   self.showNothing()
  /// }
  /// ```
  ///
  /// This method behaves like ``StoreChildren/ifLet(then:else:)``, with the store's whole state as the
  /// child's state. The task keeps this store alive until the task ends. To end the task, cancel the task or
  /// shut the store down.
  ///
  /// - Parameters:
  ///   - then: Gets the store of a state that has appeared.
  ///   - else: A closure that is called when the state is nil.
  /// - Returns: The task that makes the calls.
  @discardableResult
  public nonisolated func ifLet<Wrapped>(
    @_inheritActorContext then: @escaping @isolated(any) @Sendable (Store<Wrapped, Action>) async -> Void,
    @_inheritActorContext else: @escaping @isolated(any) @Sendable () async -> Void = {}
  ) -> Task<Void, Never> where State == Wrapped? {
    let children: StoreChildren<Wrapped, Action> = children(state: \.self, action: \.self)
    return children.follow(keeping: self, then: then, else: `else`)
  }
}
