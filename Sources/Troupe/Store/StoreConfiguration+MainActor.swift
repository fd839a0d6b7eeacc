extension StoreConfiguration {
  /// The default configuration of a store that runs on the main actor.
  ///
  /// The turns of the store, and of all stores that are scoped from it, are on the main actor. Its effects
  /// aren't: they run on the global executor, or on the ``effectExecutor``.
  public static var mainActor: StoreConfiguration {
    var configuration = StoreConfiguration()
    configuration.executor = MainActorExecutor()
    return configuration
  }
}

extension Store {
  /// Whether the store was made with ``StoreConfiguration/mainActor``.
  package nonisolated var isOnMainActor: Bool { home is MainActor }
}
