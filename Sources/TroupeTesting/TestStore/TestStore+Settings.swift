import Troupe

extension TestStore {
  /// The maximum real time to wait for work outside the scheduler. The default is one second.
  ///
  /// The store doesn't wait for an effect if one of its tasks sleeps on a clock, even if another of its
  /// tasks waits for something outside, because it can't tell these tasks apart. Split such an effect into
  /// two with `merge`.
  public var realTimeLimit: Duration {
    get { runner.realTimeLimit }
    set { runner.realTimeLimit = newValue }
  }

  /// The dependencies of the feature. New values apply from the next action on.
  public var dependencies: DependencyValues {
    get { scheduler.perform(on: store, at: location) { $0.dependencies } }
    set { scheduler.perform(on: store, at: location) { $0.setDependencies(newValue) } }
  }

  /// The maximum real time that a statement waits for work outside the scheduler: ``realTimeLimit``, under
  /// the name that it has in the Composable Architecture.
  ///
  /// An action that can no longer come fails the test at once, so a test seldom needs to set it.
  public var timeout: Duration {
    get { realTimeLimit }
    set { realTimeLimit = newValue }
  }

  /// Whether the feature runs on one serial executor: always true.
  ///
  /// A test store runs its feature on its ``scheduler``. Setting false has no effect and is a failure.
  public var useMainSerialExecutor: Bool {
    get { true }
    set {
      guard !newValue else { return }
      TestIssueReporter.report(
        """
        A test store always runs its feature on one serial executor, its scheduler. Remove this statement. To run a \
        test in many orders, use `explore`.
        """,
        at: location
      )
    }
  }

  /// Sets dependencies for some statements of a test.
  ///
  /// - Parameters:
  ///   - update: Changes the dependencies.
  ///   - operation: The statements that use them.
  /// - Returns: The result of `operation`.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  nonisolated(nonsending)
    public func withDependencies<Result>(
      _ update: (inout DependencyValues) -> Void,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    let before = dependencies
    defer { dependencies = before }
    update(&dependencies)
    return try await operation()
  }

  /// Sets the exhaustivity for some statements of a test.
  ///
  /// - Parameters:
  ///   - exhaustivity: What is reported as a failure if the statements don't assert it.
  ///   - operation: The statements.
  /// - Returns: The result of `operation`.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  nonisolated(nonsending)
    public func withExhaustivity<Result>(
      _ exhaustivity: Exhaustivity,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  // MARK: Without waiting

  /// Sets dependencies for some statements of a test.
  ///
  /// - Parameters:
  ///   - update: Changes the dependencies.
  ///   - operation: The statements that use them.
  /// - Returns: The result of `operation`.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let before = dependencies
    defer { dependencies = before }
    update(&dependencies)
    return try operation()
  }

  /// Sets the exhaustivity for some statements of a test.
  ///
  /// - Parameters:
  ///   - exhaustivity: What is reported as a failure if the statements don't assert it.
  ///   - operation: The statements.
  /// - Returns: The result of `operation`.
  /// - Throws: The error that `operation` throws.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: () throws -> Result
  ) rethrows -> Result {
    let before = self.exhaustivity
    defer { self.exhaustivity = before }
    self.exhaustivity = exhaustivity
    return try operation()
  }
}
