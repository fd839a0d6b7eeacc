/// A leaf of a program that runs as a task.
protocol AnyWork: AnyObject, Sendable {
  var origin: WorkOrigin { get }

  /// The same work with the dependencies of the position that returned it.
  func with(dependencies: DependencyOverrides) -> any AnyWork

  /// The same work, retried when it throws.
  func retrying(_ backoff: Backoff, clock: any Clock<Duration>) -> any AnyWork

  /// The same work, observed by a watch.
  func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> any AnyWork

  /// The same work, with something around it.
  func wrapped(by wrapper: some WorkWrapper) -> any AnyWork

  /// Makes the task of a running effect. The task does the work, unless it was cancelled before, and reports
  /// its end.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - executor: The executor that the task prefers; nil for the global executor.
  ///   - naming: The same executor, if it wants the names of tasks.
  func start(
    in effect: RunningEffect,
    on executor: (any TaskExecutor)?,
    naming: (any TaskNaming)?
  ) -> Task<Void, Never>
}

/// What does something before and after work, such as the instruments of an effect.
protocol WorkWrapper: Sendable {
  /// Does the work, once.
  func run(_ work: @Sendable () async throws -> Void) async throws
}
