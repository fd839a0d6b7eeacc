/// The default executor of a store: the executor of an actor that has no other use.
actor DefaultIsolation {}

/// A custom executor, as an actor that code can be isolated to.
actor PinnedIsolation {
  /// Retained as long as code runs on it.
  private nonisolated let executor: any SerialExecutor

  init(_ executor: any SerialExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// The main actor's executor, as a value for a store's configuration. A store with this executor is isolated
/// to the main actor.
final class MainActorExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    MainActor.shared.enqueue(UnownedJob(job))
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { MainActor.sharedUnownedExecutor }
}

/// The actor on whose executor a tree of stores runs.
package func storeIsolation(on executor: (any SerialExecutor)?) -> any Actor {
  guard let executor else { return DefaultIsolation() }
  return executor is MainActorExecutor ? MainActor.shared : PinnedIsolation(executor)
}
