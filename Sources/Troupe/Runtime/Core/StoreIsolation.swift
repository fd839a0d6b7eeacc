/// The default executor of a store: the executor of an actor that does nothing else.
actor DefaultHome {}

/// The executor that a store was given, as an actor that code can be isolated to.
actor PinnedHome {
  /// Kept alive as long as anything runs on it.
  private nonisolated let executor: any SerialExecutor

  init(_ executor: any SerialExecutor) {
    self.executor = executor
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// The executor of the main actor, as a value that a store takes. The home of such a store is the main actor
/// itself.
final class MainActorExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    MainActor.shared.enqueue(UnownedJob(job))
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { MainActor.sharedUnownedExecutor }
}

/// The actor on whose executor a tree of stores runs.
package func storeIsolation(on executor: (any SerialExecutor)?) -> any Actor {
  guard let executor else { return DefaultHome() }
  return executor is MainActorExecutor ? MainActor.shared : PinnedHome(executor)
}
