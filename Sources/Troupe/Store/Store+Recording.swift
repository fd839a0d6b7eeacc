extension Store {
  /// Records all steps of the store from now on. The store must be a root store.
  package func record(_ recording: sending StoreRecording<State, Action>) {
    guard let root = core as? StoreCore else { preconditionFailure("Only a root store can be recorded.") }
    root.record(recording)
  }

  /// Starts the effects that the initial state declares, if the store doesn't start these effects itself.
  package func startSubscriptions() { core.runtime.core.startSubscriptions() }

  /// Whether the store subscribes to shared values.
  package var isSubscribedToSharedValues: Bool { core.runtime.sharing?.isSubscribed ?? false }

  /// The identity of the tree of stores, as in ``CurrentEffect/isolationID``.
  package nonisolated var isolationID: ObjectIdentifier { ObjectIdentifier(isolation) }

  /// The dependencies of the tree of stores.
  package var dependencies: DependencyValues { core.runtime.dependencyValues }

  /// Changes the dependencies of the tree of stores, starting with the next turn.
  package func setDependencies(_ values: DependencyValues) {
    core.runtime.setDependencies(values)
  }

  /// Runs a closure on the store's executor.
  package func perform<Result: Sendable>(
    _ body: @Sendable (isolated Store<State, Action>) -> Result
  ) -> Result {
    body(self)
  }

  /// Cancels all effects of the tree of stores. The tree still accepts new effects.
  package func cancelEffects() {
    core.runtime.cancelEffects()
  }
}
