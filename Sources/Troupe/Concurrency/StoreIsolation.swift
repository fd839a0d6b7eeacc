/// An actor whose only use is its executor, on which a store runs by default.
actor DefaultIsolation {}

/// An actor that runs on a custom executor, so that code can be isolated to the actor.
actor PinnedIsolation {
  /// The executor, which is retained as long as the actor exists.
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
