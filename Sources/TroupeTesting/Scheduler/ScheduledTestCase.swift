import Troupe
import XCTest

/// An XCTest case whose asynchronous tests run on a scheduler.
///
/// Each test has a separate scheduler. The test's asynchronous `setUp()`, the test itself, its asynchronous
/// `tearDown()`, and everything that they start run on it, in the order that the seed determines.
///
/// ```swift
/// final class TimerTests: ScheduledTestCase {
///   override func makeScheduler() -> Scheduler { Scheduler(time: .automatic) }
///
///   func testTheTimerTicks() async throws {
///     let model = TimerModel()
///     await model.start()
///     // not a wait: time passes to the end of the sleep immediately.
///     try await Task.sleep(for: .milliseconds(3_500))
///     let ticks = await model.ticks
///     XCTAssertEqual(ticks, 3)
///   }
/// }
/// ```
///
/// ``Scheduler/current`` is the scheduler. If a test waits for something that never happens, it fails at the
/// scheduler's ``Scheduler/realTimeLimit`` and is cancelled. XCTest can't leave a test that ignores its
/// cancellation, so the process then ends with a message.
///
/// Synchronous functions of the test case don't run on the scheduler. If ``Scheduler/capturesAllTasks`` is
/// false, no function does.
open class ScheduledTestCase: ExploringTestCase {
  /// Creates the scheduler of one test. By default, it is first in, first out, and time passes only when the
  /// test advances a ``TestClock``.
  open func makeScheduler() -> Scheduler {
    // XCTest doesn't know the location of a test. It names the test in each failure.
    Scheduler(fileID: "<unknown>", filePath: "<unknown>", line: 0, column: 0)
  }

  /// Runs the test on a scheduler.
  open override func invokeTest() {
    guard Capture.isOn else { return super.invokeTest() }
    ScheduledTestRun(name: name, on: makeScheduler()).adopt { super.invokeTest() }
  }
}
