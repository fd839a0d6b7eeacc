/// A leaf of a program that runs as a task.
protocol ErasedWork: AnyObject, Sendable {
  var origin: WorkOrigin { get }

  /// The same work with the dependencies of the position that returned it.
  func with(dependencies: DependencyOverrides) -> any ErasedWork

  /// The same work, done again when it throws.
  func retrying(_ backoff: Backoff, clock: any Clock<Duration>) -> any ErasedWork

  /// The same work, with somebody who is told of it.
  func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> any ErasedWork

  /// Makes the task of a running effect, which does the work, unless it was cancelled before, and says that
  /// it is over.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - executor: Where it prefers to run; nil for the global executor.
  ///   - naming: The same executor, where it wants to know tasks by name.
  func start(
    in effect: RunningEffect,
    on executor: (any TaskExecutor)?,
    naming: (any TaskNaming)?
  ) -> Task<Void, Never>
}
