import Troupe

extension TestStore {
  /// The maximum real time for which a statement waits for work outside the scheduler. The default is one
  /// second.
  ///
  /// If one of an effect's tasks sleeps on a clock, the test store doesn't wait for the effect, even if
  /// another of its tasks is waiting for work outside the scheduler. The store can't distinguish these tasks.
  /// Split such an effect into two effects with `merge`.
  public var realTimeLimit: Duration {
    get { runner.realTimeLimit }
    set { runner.realTimeLimit = newValue }
  }

  /// The feature's dependencies. New values apply from the next action on.
  public var dependencies: DependencyValues {
    get { scheduler.perform(on: store, at: location) { $0.dependencies } }
    set { scheduler.perform(on: store, at: location) { $0.setDependencies(newValue) } }
  }

  /// The maximum real time for which a statement waits for work outside the scheduler. The property is an
  /// alias for ``realTimeLimit``, with the name that the Composable Architecture uses.
  ///
  /// If an expected action can no longer arrive, the test fails immediately, so a test seldom needs to set
  /// this limit.
  public var timeout: Duration {
    get { realTimeLimit }
    set { realTimeLimit = newValue }
  }

  /// Whether the feature runs on one serial executor, which is always true.
  ///
  /// A test store always runs its feature on its ``scheduler``. Setting the property to false fails the test
  /// and has no other effect.
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

  /// Changes dependencies while some of a test's statements run.
  ///
  /// - Parameters:
  ///   - update: Changes the dependencies.
  ///   - operation: The statements that use the changed dependencies.
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

  /// Changes the exhaustivity while some of a test's statements run.
  ///
  /// - Parameters:
  ///   - exhaustivity: The parts of the feature's behavior that the statements have to assert.
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

  /// Changes dependencies while some of a test's statements run.
  ///
  /// - Parameters:
  ///   - update: Changes the dependencies.
  ///   - operation: The statements that use the changed dependencies.
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

  /// Changes the exhaustivity while some of a test's statements run.
  ///
  /// - Parameters:
  ///   - exhaustivity: The parts of the feature's behavior that the statements have to assert.
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
