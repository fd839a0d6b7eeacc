import Testing
import Troupe

/// A trait that sets dependencies for a test of Swift Testing, or for each test of a suite.
///
/// ```swift
/// @Suite(.dependency(\.weather, .sunny))
/// struct ForecastSuite {
///   @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 0) })
///   func theForecastIsDated() async throws {
///     let report = try await ForecastModel().report()
///     #expect(report == "1970-01-01: 21°")
///   }
/// }
/// ```
///
/// A test's trait takes precedence over its suite's trait. Dependencies that the test itself sets take
/// precedence over both. Each test case has separate default values, so a test case doesn't see changes that
/// other tests made.
public struct DependencyTrait: SuiteTrait, TestTrait, TestScoping {
  /// The test whose default values are in use.
  @TaskLocal private static var test: Test.ID?

  private let update: @Sendable (inout DependencyValues) -> Void

  fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) -> Void) {
    self.update = update
  }

  /// Always true: a suite's dependencies apply to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs a test case with the dependencies.
  ///
  /// The method resumes when `function` has ended. Cancelling the calling task cancels the function's task.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test case.
  ///   - function: The body of the test, or the next trait.
  /// - Throws: The error that `function` throws.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard Self.test != test.id else { return try await withDependencies(update) { try await function() } }
    try await Self.$test.withValue(test.id) {
      try await withFreshDependencies {
        try await withDependencies(update) { try await function() }
      }
    }
  }
}

extension Trait where Self == DependencyTrait {
  /// Sets a dependency for a test, or for each test of a suite.
  ///
  /// - Parameters:
  ///   - member: The property of the dependency.
  ///   - value: The value, which is created for each test case.
  public static func dependency<Value>(
    _ member: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () -> Value
  ) -> DependencyTrait {
    DependencyTrait {
      // Dependencies that are read during an assignment through a key path aren't tracked, so the value is
      // created before the assignment.
      let value = value()
      $0[keyPath: member] = value
    }
  }

  /// Sets a dependency whose type is its own key, for a test or for each test of a suite.
  ///
  /// - Parameter value: The value, which is created for each test case.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () -> Value
  ) -> DependencyTrait where Value.Value == Value {
    DependencyTrait { $0[Value.self] = value() }
  }

  /// Gives each test case separate default values, and sets no dependency.
  public static var dependencies: DependencyTrait { DependencyTrait { _ in } }

  /// Sets dependencies for a test, or for each test of a suite.
  ///
  /// - Parameter update: A closure that sets the dependencies. It is called for each test case.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) -> Void
  ) -> DependencyTrait {
    DependencyTrait(update)
  }
}
