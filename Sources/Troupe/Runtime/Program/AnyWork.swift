/// A leaf of a program that runs as a task.
protocol AnyWork: AnyObject, Sendable {
  var origin: WorkOrigin { get }

  /// Returns this work with the dependencies of the position that returned the work.
  func with(dependencies: DependencyOverrides) -> any AnyWork

  /// Returns this work with retries, which repeat the work when the work throws an error.
  func retrying(_ backoff: Backoff, clock: any Clock<Duration>) -> any AnyWork

  /// Returns this work with a watch that observes the work.
  func watched(_ begin: @escaping @Sendable () -> WorkWatch) -> any AnyWork

  /// Returns this work inside a wrapper.
  func wrapped(by wrapper: some WorkWrapper) -> any AnyWork

  /// Creates the task of a running effect. The task does the work, unless the effect has already been
  /// cancelled, and reports the end of the work. The task never throws an error, although its type can throw.
  /// A task of a type that can't throw allocates a second closure of 48 bytes.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - executor: The executor that the task prefers; nil for the global executor, or if `naming` isn't nil.
  ///   - naming: The executor that the task prefers, if it requests the names of tasks; nil otherwise.
  func start(
    in effect: RunningEffect,
    on executor: (any TaskExecutor)?,
    naming: (any TaskNaming)?
  ) -> Task<Void, any Error>
}

/// A wrapper, such as an effect's instruments, that runs code before and after work.
protocol WorkWrapper: Sendable {
  /// Does the work once.
  func run(_ work: @Sendable () async throws -> Void) async throws
}
