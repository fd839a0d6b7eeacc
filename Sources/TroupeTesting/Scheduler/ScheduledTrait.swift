import Testing
import Troupe

/// A trait that runs a test of Swift Testing, or each test of a suite, on a scheduler.
///
/// ```swift
/// @Test(.scheduled(time: .automatic))
/// func theTimerTicks() async throws {
///   let model = TimerModel()
///   await model.start()
///   // not a wait: the time advances to the end of the sleep immediately.
///   try await Task.sleep(for: .milliseconds(3_500))
///   let ticks = await model.ticks
///   #expect(ticks == 3)
/// }
/// ```
///
/// The seed determines the order in which the test, and all tasks that it starts, run. In the test,
/// ``Scheduler/current`` is the scheduler. If the test waits for an event that never happens, the test fails
/// when the real-time limit is reached; see ``Scheduler/run(fileID:filePath:line:column:_:)``.
public struct ScheduledTrait: SuiteTrait, TestTrait, TestScoping {
  private let makeScheduler: @Sendable () -> Scheduler
  private let location: CallSite

  fileprivate init(
    at location: CallSite,
    _ makeScheduler: @escaping @Sendable () -> Scheduler
  ) {
    self.makeScheduler = makeScheduler
    self.location = location
  }

  /// Always true: each test of a suite has a separate scheduler.
  public var isRecursive: Bool { true }

  /// Runs a test case on a scheduler.
  ///
  /// The method resumes when `function` has ended. Cancelling the calling task cancels the function's task.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test case.
  ///   - function: The body of the test, or the next trait.
  /// - Throws: The error that `function` throws, or ``RunAbandoned`` if `function` was abandoned.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // The function doesn't outlive this call, unless the run is abandoned. An abandoned function never
    // continues.
    try await withoutActuallyEscaping(function) { function in
      try await makeScheduler().run(at: location) { try await function() }
    }
  }
}

extension Trait where Self == ScheduledTrait {
  /// Runs a test, or each test of a suite, on a scheduler whose order is first in, first out.
  public static var scheduled: ScheduledTrait { .scheduled() }

  /// Runs a test, or each test of a suite, on a scheduler.
  ///
  /// - Parameters:
  ///   - seed: The seed that determines which runnable job runs next. With 0, the oldest runnable job always
  ///     runs next.
  ///   - time: The policy by which time passes while the test is waiting. By default, time passes only when
  ///     the test advances a ``TestClock``.
  ///   - realTimeLimit: The maximum real time for which the test waits for work outside the scheduler.
  ///   - fileID: The file named in issues.
  ///   - filePath: The file's path.
  ///   - line: The line named in issues.
  ///   - column: The column named in issues.
  public static func scheduled(
    seed: UInt64 = 0,
    time: TimePolicy = .manual,
    realTimeLimit: Duration = .seconds(10),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ScheduledTrait {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ScheduledTrait(at: location) {
      Scheduler(
        schedule: Schedule(seed: seed),
        seed: seed,
        realTimeLimit: realTimeLimit,
        time: time,
        isTraced: false,
        location: location
      )
    }
  }
}
