extension StoreConfiguration {
  /// The default configuration of a store that runs on the main actor.
  ///
  /// The turns of the store and of all its scoped stores run on the main actor. Effects run on the global
  /// executor or on the ``effectExecutor``, not on the main actor.
  public static var mainActor: StoreConfiguration {
    var configuration = StoreConfiguration()
    configuration.executor = MainActorExecutor()
    return configuration
  }
}

extension Store {
  /// Whether the store was created with ``StoreConfiguration/mainActor``.
  package nonisolated var isOnMainActor: Bool { isolation is MainActor }
}
