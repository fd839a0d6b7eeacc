/// The default executor of a store: that of an actor of its own, which does nothing else.
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
